import * as E from 'fp-ts/lib/Either.js'
import type { Principal } from '../../../../access/principal.js'
import type { Forge } from '../../../../app/forge.js'
import { findGroup } from '../../../projects/group/access.js'
import type { ApprovalRule } from '../rule.js'

/** The approvers as a client names them; undefined leaves them as they are. */
export interface NamedApprovers {
  readonly userIds?: ReadonlyArray<number> | undefined
  readonly usernames?: ReadonlyArray<string> | undefined
  readonly groupIds?: ReadonlyArray<number> | undefined
}

/** The named users who have a role in the project, each once; others are silently left out (docs/decisions/approvals-of-merge-requests.md). */
export const usersIn = (
  forge: Forge,
  projectId: number,
  { userIds, usernames }: NamedApprovers,
): ReadonlyArray<number> | undefined => {
  if (userIds === undefined && usernames === undefined) return undefined
  const named = (usernames ?? []).flatMap((name) => forge.read.users.byUsername(name)?.id ?? [])
  return [...new Set([...(userIds ?? []), ...named])].filter((id) => forge.read.projects.level(id, projectId) > 0)
}

/** Whether the caller may see the group. */
export const seesGroup = (forge: Forge, principal: Principal, groupId: number): boolean =>
  E.isRight(findGroup(forge, principal, groupId))

/** The named groups that the caller may see, each once; hidden ones among `before` are kept, unless they are to be removed. */
export const groupsFor = (
  forge: Forge,
  principal: Principal,
  { groupIds }: NamedApprovers,
  before: Pick<ApprovalRule, 'groupIds'> = { groupIds: [] },
  removeHidden = false,
): ReadonlyArray<number> | undefined => {
  const isHidden = (id: number): boolean => !seesGroup(forge, principal, id)
  if (groupIds === undefined) {
    return removeHidden && before.groupIds.some(isHidden) ? before.groupIds.filter((id) => !isHidden(id)) : undefined
  }
  const kept = removeHidden ? [] : before.groupIds.filter(isHidden)
  return [...new Set([...groupIds.filter((id) => !isHidden(id)), ...kept])]
}

/** A rule without approvers is for all approvers by default. */
export const typeOf = (
  given: ApprovalRule['type'] | undefined,
  { userIds, usernames, groupIds }: NamedApprovers,
): ApprovalRule['type'] => {
  const isNamed = [userIds, usernames, groupIds].some((list) => list !== undefined && list.length > 0)
  return given ?? (isNamed ? 'regular' : 'any_approver')
}
