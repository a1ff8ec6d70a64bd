import * as E from 'fp-ts/lib/Either.js'
import { canInGroup, type GroupAbility, type Principal, type Viewer, viewerOf } from '../../../access/index.js'
import type { Forge } from '../../../app/forge.js'
import { forbidden, notFound, type Rejection, refuse } from '../../../kernel/index.js'
import type { GroupRow } from './queries.js'

/** A group, with the caller's role in it. */
export interface GroupAccess {
  readonly group: GroupRow
  readonly viewer: Viewer
  readonly insider: boolean
}

/** A group as the API names it: an id, or a full path. */
export type GroupRef = number | string

const rowOf = (forge: Forge, ref: GroupRef): GroupRow | undefined => {
  if (typeof ref === 'number') return forge.read.groups.byId(ref)
  return /^\d+$/.test(ref) ? forge.read.groups.byId(Number(ref)) : forge.read.groups.byFullPath(ref)
}

/** Finds a group that the caller may see. Rejections: `NotFound` (Group), also where it is hidden from them. */
export const findGroup = (forge: Forge, principal: Principal, ref: GroupRef): E.Either<Rejection, GroupAccess> => {
  const group = rowOf(forge, ref)
  if (group === undefined) return refuse(notFound('Group'))
  const known = principal.kind === 'user'
  const viewer = viewerOf(principal, known ? forge.read.groups.level(principal.userId, group.id) : 0)
  if (canInGroup('read_group', viewer, group)) return E.right({ group, viewer, insider: false })
  const insider = known && forge.read.groups.isInsider(principal.userId, group.id)
  return insider ? E.right({ group, viewer, insider }) : refuse(notFound('Group'))
}

/** The name of a group for a caller who may see it; otherwise `Group`. */
export const groupNameFor = (forge: Forge, principal: Principal, groupId: number): string => {
  const found = findGroup(forge, principal, groupId)
  return E.isRight(found) ? found.right.group.name : 'Group'
}

export const mayInGroup = (access: GroupAccess, ability: GroupAbility): boolean =>
  canInGroup(ability, access.viewer, access.group, access.insider)

/** Finds a group in which the caller has this ability. Rejections: `NotFound` (Group); `Forbidden`. */
export const groupFor = (
  forge: Forge,
  principal: Principal,
  ref: GroupRef,
  ability: GroupAbility,
): E.Either<Rejection, GroupAccess> => {
  const found = findGroup(forge, principal, ref)
  if (E.isLeft(found) || mayInGroup(found.right, ability)) return found
  return refuse(forbidden())
}
