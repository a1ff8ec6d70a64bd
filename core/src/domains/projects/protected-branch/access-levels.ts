import * as t from 'io-ts'
import { nullable, safeInteger } from '../../../kernel/codecs.js'

/** Roles that a protection may name: no one, developers, maintainers, administrators. */
export const PROTECTION_LEVELS = [0, 30, 40, 60] as const

/** An access entry of a protection: a role and above, one user, or the members of a group; the other two are null. */
export const accessCodec = t.type({
  id: safeInteger,
  level: nullable(safeInteger),
  userId: nullable(safeInteger),
  groupId: nullable(safeInteger),
})
export type ProtectionAccess = Readonly<t.TypeOf<typeof accessCodec>>
