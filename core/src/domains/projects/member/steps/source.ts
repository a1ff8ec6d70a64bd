import * as E from 'fp-ts/lib/Either.js'
import type { Principal, Viewer } from '../../../../access/index.js'
import type { Forge } from '../../../../app/forge.js'
import { forbidden, type Rejection, refuse } from '../../../../kernel/index.js'
import { findGroup, mayInGroup } from '../../group/access.js'
import { findProject, mayInProject } from '../../project/access.js'
import type { MemberSource } from '../events.js'
import { mayRequestAccess } from '../policy.js'

/** A group or project as the API names it. */
export interface SourceRef {
  readonly source: MemberSource
  readonly ref: number | string
}

/** The group or project of members, with the caller's role in it. */
export interface SourceAccess {
  readonly source: MemberSource
  readonly id: number
  readonly viewer: Viewer
  readonly mayRead: boolean
  readonly mayAdminister: boolean
  /** Whether the caller may request access: it is visible, and they have no role there. */
  readonly mayRequest: boolean
  /** A group above has locked memberships. */
  readonly locked: boolean
}

/** Finds the source where the caller may see it. Rejections: `NotFound` (Group, Project). */
export const findSource = (
  forge: Forge,
  principal: Principal,
  { source, ref }: SourceRef,
): E.Either<Rejection, SourceAccess> => {
  if (source === 'group') {
    const found = findGroup(forge, principal, ref)
    if (E.isLeft(found)) return found
    return E.right({
      source,
      id: found.right.group.id,
      viewer: found.right.viewer,
      mayRead: mayInGroup(found.right, 'read_group_member'),
      mayAdminister: mayInGroup(found.right, 'admin_group_member'),
      mayRequest: mayRequestAccess(found.right.group, found.right.viewer),
      locked: false,
    })
  }
  const found = findProject(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { project, viewer } = found.right
  const group = project.groupId === null ? undefined : forge.read.groups.byId(project.groupId)
  return E.right({
    source,
    id: project.id,
    viewer,
    mayRead: mayInProject(found.right, 'read_project_member'),
    mayAdminister: mayInProject(found.right, 'admin_project_member'),
    mayRequest: mayRequestAccess(project, viewer),
    locked: group?.membershipLock === true,
  })
}

/** Finds the source where the caller may see its members. Rejections: `NotFound`, `Forbidden`. */
export const readableSource = (
  forge: Forge,
  principal: Principal,
  ref: SourceRef,
): E.Either<Rejection, SourceAccess> => {
  const found = findSource(forge, principal, ref)
  return E.isRight(found) && !found.right.mayRead ? refuse(forbidden()) : found
}

/** Finds the source where the caller may change its members. Rejections: `NotFound`, `Forbidden`. */
export const administeredSource = (
  forge: Forge,
  principal: Principal,
  ref: SourceRef,
): E.Either<Rejection, SourceAccess> => {
  const found = findSource(forge, principal, ref)
  return E.isRight(found) && !found.right.mayAdminister ? refuse(forbidden()) : found
}
