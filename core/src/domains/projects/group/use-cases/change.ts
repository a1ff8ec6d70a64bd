import * as E from 'fp-ts/lib/Either.js'
import { isAdmin } from '../../../../access/principal.js'
import { type AvatarChange, avatarErrors, storeAvatar } from '../../../../app/avatar.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { shownRow } from '../../../../app/shown-row.js'
import { badRequest, forbidden, given, invalid, notFound, refuse } from '../../../../kernel/index.js'
import { visibilityFindings } from '../../project/instance-rules.js'
import { type GroupRef, groupFor } from '../access.js'
import { group } from '../aggregate.js'
import type { GroupRow } from '../queries.js'
import { changesMinutes, type GroupSurroundings, groupErrors } from '../rules.js'
import type { GroupChanges } from './create.js'

const surroundingsOf = (forge: Forge, groupId: number, parentId: number | null): GroupSurroundings => ({
  parentVisibility: parentId === null ? undefined : forge.read.groups.byId(parentId)?.visibility,
  widestBelow: forge.read.groups.widestBelow(groupId),
})

/** A change of a group; omitted fields stay as they are. */
export interface ChangeGroup {
  readonly ref: GroupRef
  readonly changes: GroupChanges
  readonly avatar?: AvatarChange
}

/** Changes the given attributes. Rejections: `NotFound` (Group), `Forbidden`, `Invalid` by field. */
export const changeGroup: UseCase<ChangeGroup, GroupRow> = async (forge, { principal, context }, input) => {
  const { ref } = input
  const found = groupFor(forge, principal, ref, 'admin_group')
  if (E.isLeft(found)) return found
  const before = found.right.group
  const changes = given(input.changes)
  if (changesMinutes(before, changes) && !isAdmin(principal)) return refuse(forbidden())
  const surroundings = surroundingsOf(forge, before.id, before.parentId)
  const errors = groupErrors({ ...before, ...changes }, before.parentId === null, surroundings)
  const restricted =
    changes.visibility === undefined || changes.visibility === before.visibility
      ? undefined
      : visibilityFindings(changes.visibility, isAdmin(principal), forge.settings.current())
  const wrong = { ...errors, ...restricted, ...avatarErrors(input.avatar) }
  if (Object.keys(wrong).length > 0) return refuse(invalid(wrong))
  const avatar = input.avatar === undefined ? {} : { avatar: await storeAvatar(forge, input.avatar) }
  const command = { type: 'Change', changes: { ...changes, ...avatar }, surroundings } as const
  const done = await forge.aggregates.execute(group, before.id, command, context)
  if (E.isLeft(done)) return done
  return E.fromNullable(notFound('Group'))(forge.read.groups.byId(before.id))
}

/** The new parent of a group. */
export interface TransferGroup {
  readonly ref: GroupRef
  /** Null: at the top. */
  readonly parentId: number | null
}

/** Moves a group below another, or to the top level (null). Rejections: `NotFound` (Group), `Forbidden`, `BadRequest`, `Invalid`. */
export const transferGroup: UseCase<TransferGroup, GroupRow> = async (forge, { principal, context }, input) => {
  const { ref, parentId } = input
  const found = groupFor(forge, principal, ref, 'admin_group')
  if (E.isLeft(found)) return found
  const { group: before } = found.right
  if (parentId !== null) {
    const target = groupFor(forge, principal, parentId, 'create_subgroup')
    if (E.isLeft(target)) return target
    if (forge.read.groups.withAncestors(parentId).includes(before.id))
      return refuse(
        badRequest('Transfer failed: Group cannot be transferred to a subgroup or a subgroup of a subgroup.'),
      )
  } else if (principal.kind !== 'user' || forge.read.users.byId(principal.userId)?.canCreateGroup !== true)
    return refuse(forbidden())
  if (parentId === before.parentId)
    return refuse(
      badRequest(
        parentId === null
          ? 'Transfer failed: Group is already a root group.'
          : 'Transfer failed: Group is already associated to the parent group.',
      ),
    )
  const surroundings = surroundingsOf(forge, before.id, parentId)
  const moved = await forge.aggregates.execute(group, before.id, { type: 'Move', parentId, surroundings }, context)
  if (E.isLeft(moved)) return moved
  return E.fromNullable(notFound('Group'))(forge.read.groups.byId(before.id))
}

/** Cancels a delayed deletion. Rejections: `NotFound` (Group), `Forbidden`, `Refused` where none was requested. */
export const restoreGroup: UseCase<GroupRef, GroupRow> = async (forge, { principal, context }, ref) => {
  const found = groupFor(forge, principal, ref, 'admin_group')
  if (E.isLeft(found)) return found
  const { id } = found.right.group
  const done = await forge.aggregates.execute(group, id, { type: 'Restore' }, context)
  if (E.isLeft(done)) return done
  return shownRow(forge.read.groups.byId(id), 'group')
}
