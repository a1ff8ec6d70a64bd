import * as E from 'fp-ts/lib/Either.js'
import { ACCESS, effectiveLevel, type Principal, type Viewer } from '../../../access/index.js'
import type { Forge } from '../../../app/forge.js'
import { forbidden, type Rejection, refuse } from '../../../kernel/index.js'
import { releaseHas } from '../../../releases/index.js'
import { findGroup, mayInGroup } from '../group/access.js'
import { findProject, mayInProject } from '../project/access.js'
import type { ResourceParent, ResourceParentKind } from './resource-parent.js'

/** An owner as the API names it: its id or its full path. */
export interface ResourceParentRef {
  readonly kind: ResourceParentKind
  readonly ref: number | string
}

export type ResourceParentAbility = 'read_label' | 'admin_label' | 'read_milestone' | 'admin_milestone'

/** In older releases milestones were for developers and above. */
const isTooEarly = (forge: Forge, ability: ResourceParentAbility, viewer: Viewer): boolean =>
  ability === 'admin_milestone' &&
  effectiveLevel(viewer) < ACCESS.developer &&
  !releaseHas('milestones.by_reporters', forge.instance.release)

/** Finds an owner in which the caller has this ability. Rejections: `NotFound` (Project, Group); `Forbidden`. */
export const resourceParentFor = (
  forge: Forge,
  principal: Principal,
  { kind, ref }: ResourceParentRef,
  ability: ResourceParentAbility,
): E.Either<Rejection, ResourceParent> => {
  if (kind === 'project') {
    const found = findProject(forge, principal, ref)
    if (E.isLeft(found)) return found
    if (isTooEarly(forge, ability, found.right.viewer)) return refuse(forbidden())
    return mayInProject(found.right, ability) ? E.right({ kind, id: found.right.project.id }) : refuse(forbidden())
  }
  const found = findGroup(forge, principal, ref)
  if (E.isLeft(found)) return found
  if (isTooEarly(forge, ability, found.right.viewer)) return refuse(forbidden())
  return mayInGroup(found.right, ability) ? E.right({ kind, id: found.right.group.id }) : refuse(forbidden())
}

/** The groups whose labels and milestones an owner may use besides its own, nearest first. */
const groupsAbove = (forge: Forge, owner: ResourceParent): ReadonlyArray<number> => {
  if (owner.kind === 'group') return forge.read.groups.withAncestors(owner.id).slice(1)
  const groupId = forge.read.projects.byId(owner.id)?.groupId ?? null
  return groupId === null ? [] : forge.read.groups.withAncestors(groupId)
}

/** The owner itself first, then the groups above it. */
export const resourceParentAndAncestors = (forge: Forge, owner: ResourceParent): ReadonlyArray<ResourceParent> => [
  owner,
  ...groupsAbove(forge, owner).map((id): ResourceParent => ({ kind: 'group', id })),
]
