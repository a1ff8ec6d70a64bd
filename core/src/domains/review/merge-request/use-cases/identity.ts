import type { Forge } from '../../../../app/forge.js'
import type { Instant } from '../../../../kernel/index.js'
import { signatureOf } from '../../../projects/repository/signature.js'

/** `Name <address>`, for trailers. */
export const trailerOf = (forge: Forge, userId: number, at: Instant): string => {
  const { name, email } = signatureOf(forge, userId, at)
  return `${name} <${email}>`
}
