import type { Forge } from '../../../app/forge.js'
import { type Instant, millisecondsOf } from '../../../kernel/index.js'
import type { Signature } from '../../../ports/git.js'

/** Somebody as git signs for them: the name, and the address they chose for commits. */
export const signatureOf = (forge: Forge, userId: number, at: Instant): Signature => {
  const user = forge.read.users.byId(userId)
  const card = forge.read.users.card(userId)
  const email = user === undefined ? '' : user.commitEmail === '' ? user.email : user.commitEmail
  return { name: card.name, email, seconds: Math.floor(millisecondsOf(at) / 1000), offset: 0 }
}

/** `Name <address>`, for trailers. */
export const trailerOf = (forge: Forge, userId: number, at: Instant): string => {
  const { name, email } = signatureOf(forge, userId, at)
  return `${name} <${email}>`
}
