import * as t from 'io-ts'
import { codecs, fitsStars } from '../../../kernel/index.js'

const { safeInteger, nullable } = codecs

/** Roles that an access may name: nobody, developers, maintainers, administrators. */
export const PROTECTION_LEVELS = [0, 30, 40, 60] as const

/** Somebody who may: a role and above, one user, or the members of a group. */
export const accessCodec = t.type({
  id: safeInteger,
  level: nullable(safeInteger),
  userId: nullable(safeInteger),
  groupId: nullable(safeInteger),
})
export type ProtectionAccess = Readonly<t.TypeOf<typeof accessCodec>>

/** Who asks, as protections see them. */
export interface Applicant {
  readonly userId: number
  readonly admin: boolean
  /** The role in the project. */
  readonly level: number
  readonly isInGroup: (groupId: number) => boolean
}

const ADMIN = 60

/** Whether one access lets somebody through; a role of 0 lets nobody through. */
export const allows = (access: ProtectionAccess, { userId, admin, level, isInGroup }: Applicant): boolean => {
  if (access.userId !== null) return access.userId === userId
  if (access.groupId !== null) return isInGroup(access.groupId)
  if (access.level === null || access.level === 0) return false
  return admin || (access.level < ADMIN && level >= access.level)
}

/** Whether a protection's name means a branch: exactly, or with stars that stand for anything. */
export const meansBranch = (name: string, branch: string): boolean => name === branch || fitsStars(name, branch)
