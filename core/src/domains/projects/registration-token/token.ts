import type { Forge } from '../../../app/forge.js'
import { REGISTRATION_OWNERS, type RegistrationOwner } from './aggregate.js'

const PREFIX = 'GR1348941'
const LENGTH = 20

/** The registration token of an owner, until it is reset. */
export const registrationTokenOf = (
  { secrets, read }: Pick<Forge, 'secrets' | 'read'>,
  whose: RegistrationOwner,
): string => {
  const { kind, id } = whose
  const secret = secrets.keyedDigest(`runner registration\0${kind}\0${id}\0${read.registrationTokens.resets(whose)}`)
  return `${PREFIX}${kind[0]}${id}-${secret.slice(0, LENGTH)}`
}

const SHAPE = new RegExp(`^${PREFIX}([igp])(\\d{1,15})-`)

/** The owner of a registration token; undefined for unknown tokens. */
export const registrationOwnerOf = (
  forge: Pick<Forge, 'secrets' | 'read'>,
  token: string,
): RegistrationOwner | undefined => {
  const [, initial, id] = SHAPE.exec(token) ?? []
  const kind = REGISTRATION_OWNERS.find((one) => one[0] === initial)
  if (kind === undefined) return undefined
  const whose = { kind, id: Number(id) }
  return forge.secrets.equal(registrationTokenOf(forge, whose), token) ? whose : undefined
}
