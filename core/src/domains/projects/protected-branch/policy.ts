import { ACCESS } from '../../../access/access-level.js'
import { matchesWildcard } from '../../../kernel/index.js'
import type { RefRequest } from '../repository/ref-rules.js'
import type { ProtectionAccess } from './access-levels.js'

/** The facts about a user who changes a ref. */
export interface RefUpdater {
  readonly userId: number
  readonly admin: boolean
  /** The role in the project. */
  readonly level: number
  readonly isInGroup: (groupId: number) => boolean
}

/** The entries for pushes and merges. */
export interface BranchProtection {
  readonly push: ReadonlyArray<ProtectionAccess>
  readonly merge: ReadonlyArray<ProtectionAccess>
  readonly allowForcePush: boolean
}

/** Whether an entry allows the user; a role of 0 allows no one. */
export const allows = (access: ProtectionAccess, { userId, admin, level, isInGroup }: RefUpdater): boolean => {
  if (access.userId !== null) return access.userId === userId
  if (access.groupId !== null) return isInGroup(access.groupId)
  if (access.level === null || access.level === 0) return false
  return admin || (access.level < ACCESS.admin && level >= access.level)
}

/** Whether a protection's name covers a branch or tag: exactly, or as a pattern with `*`. */
export const coversRef = (name: string, ref: string): boolean => name === ref || matchesWildcard(name, ref)

/** Whether the user may delete a protected branch or tag, in whatever way. */
export const mayDeleteProtected = ({ admin, level }: RefUpdater): boolean => admin || level >= ACCESS.maintainer

/** The refusal of a push to a protected branch. */
export const PUSH_REFUSED = 'You are not allowed to push code to protected branches on this project.'
const FORCE = 'You are not allowed to force push code to a protected branch on this project.'
const DELETE_BY_PUSH = 'You can only delete protected branches using the web interface.'
const DELETE =
  'You are not allowed to delete protected branches from this project. Only a project maintainer or owner can delete a protected branch.'

/** Why the protections of a branch refuse a change to it; undefined where they allow it. */
export const branchRefusal = (
  protections: ReadonlyArray<BranchProtection>,
  updater: RefUpdater,
  { change, via, forced }: Pick<RefRequest, 'change' | 'via' | 'forced'>,
): string | undefined => {
  const may = (list: 'push' | 'merge'): boolean =>
    protections.some((protection) => protection[list].some((one) => allows(one, updater)))
  if (change === 'delete') {
    if (!mayDeleteProtected(updater)) return DELETE
    return via === 'push' ? DELETE_BY_PUSH : undefined
  }
  if (forced && !protections.some(({ allowForcePush }) => allowForcePush)) return FORCE
  return may('push') || (via === 'merge' && may('merge')) ? undefined : PUSH_REFUSED
}
