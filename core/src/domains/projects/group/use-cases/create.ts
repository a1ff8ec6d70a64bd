import * as E from 'fp-ts/lib/Either.js'
import { signedIn } from '../../../../access/instance-policy.js'
import type { Principal, SignedIn } from '../../../../access/principal.js'
import { type AvatarChange, avatarErrors, storeAvatar } from '../../../../app/avatar.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { shownRow } from '../../../../app/shown-row.js'
import { type Changes, forbidden, given, invalid, type Rejection, refuse } from '../../../../kernel/index.js'
import type { Settings } from '../../../instance/settings/index.js'
import { defaultVisibility, projectCreationLevel, visibilityFindings } from '../../project/instance-rules.js'
import { groupFor } from '../access.js'
import { group, groupPath } from '../aggregate.js'
import type { GroupRow } from '../queries.js'
import { changesMinutes, type GroupSurroundings, groupErrors } from '../rules.js'
import { defaultGroupSettings, type GroupSettings } from '../settings.js'

export type GroupChanges = Changes<Omit<GroupSettings, 'avatar'>>

/** A new group. */
export interface NewGroup {
  readonly parentId: number | null
  readonly settings: GroupChanges & Pick<GroupSettings, 'name' | 'path'>
  readonly avatar?: AvatarChange
}

const mayCreate = (forge: Forge, principal: Principal, caller: SignedIn, parentId: number | null) => {
  if (parentId !== null)
    return E.map((access: { readonly group: GroupRow }): GroupRow | undefined => access.group)(
      groupFor(forge, principal, parentId, 'create_subgroup'),
    )
  const user = forge.read.users.byId(caller.userId)
  const allowed = caller.admin || (user?.canCreateGroup === true && !caller.external && caller.auditor !== true)
  return allowed ? E.right<Rejection, GroupRow | undefined>(undefined) : refuse(forbidden())
}

/** Omitted settings have the defaults of the instance. */
const settingsOf = (wanted: NewGroup['settings'], instance: Settings): GroupSettings => ({
  ...defaultGroupSettings,
  visibility: defaultVisibility('group', instance),
  projectCreationLevel: projectCreationLevel(instance),
  defaultBranchProtection: instance.default_branch_protection,
  ...given<GroupSettings>(wanted),
  name: wanted.name,
  path: wanted.path,
})

/**
 * Creates a group; its creator becomes owner.
 *
 * Rejections: `Unauthenticated`, `NotFound` (Group: the parent), `Forbidden`, `Invalid` by field (a taken path too).
 */
export const createGroup: UseCase<NewGroup, GroupRow> = async (forge, { principal, context }, input) => {
  const { parentId } = input
  const caller = signedIn(principal)
  if (E.isLeft(caller)) return caller
  const parent = mayCreate(forge, principal, caller.right, parentId)
  if (E.isLeft(parent)) return parent
  if (changesMinutes({}, input.settings) && !caller.right.admin) return refuse(forbidden())
  const instance = forge.settings.current()
  const named = settingsOf(input.settings, instance)
  const restricted = visibilityFindings(named.visibility, caller.right.admin, instance)
  const surroundings: GroupSurroundings = { parentVisibility: parent.right?.visibility, widestBelow: undefined }
  const errors = {
    ...groupErrors(named, parentId === null, surroundings),
    ...restricted,
    ...avatarErrors(input.avatar),
  }
  if (Object.keys(errors).length > 0) return refuse(invalid(errors))
  const settings = input.avatar == null ? named : { ...named, avatar: await storeAvatar(forge, input.avatar) }
  const names = [groupPath(parentId, settings.path)]
  return forge.aggregates.create(group, 'namespace', names, context, async (id, execute) => {
    const creatorId = caller.right.userId
    const [owner, created] = await Promise.all([
      forge.firstOwners.add('group', id, creatorId, withNewCommandId(forge, context)),
      execute({ type: 'Create', parentId, creatorId, settings, surroundings }, context),
    ])
    if (E.isLeft(created)) return created
    if (E.isLeft(owner)) return owner
    return shownRow(forge.read.groups.byId(id), 'new group')
  })
}
