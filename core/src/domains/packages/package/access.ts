import * as E from 'fp-ts/lib/Either.js'
import { ACCESS, type Principal } from '../../../access/index.js'
import type { Forge } from '../../../app/forge.js'
import { forbidden, notFound, type Rejection, refuse, unauthenticated } from '../../../kernel/index.js'
import { releaseHas } from '../../../releases/index.js'
import { accessOfDeployToken } from '../../projects/deploy-token/access.js'
import { findGroup, type GroupAccess, type GroupRef, mayInGroup } from '../../projects/group/access.js'
import {
  accessTo,
  listsJobsOf,
  mayInProject,
  type ProjectAccess,
  type ProjectRef,
  projectNamed,
} from '../../projects/project/access.js'
import type { ProjectRow } from '../../projects/project/queries.js'
import type { PackageType } from './package-type.js'
import { jobReaches, PACKAGE_LEVELS, type PackageAbility } from './policy.js'

export type { PackageAbility } from './policy.js'

/** The caller's role for the packages of a project; a deploy token counts as a role. */
const packageAccessTo = (forge: Forge, principal: Principal, project: ProjectRow): ProjectAccess =>
  principal.kind === 'deploy_token'
    ? accessOfDeployToken(forge, principal, project, PACKAGE_LEVELS)
    : accessTo(forge, principal, project)

/** Finds a project in which the caller has this ability over packages. Rejections: `NotFound` (Project), also where it is hidden; `Forbidden`. */
export const packagesFor = (
  forge: Forge,
  principal: Principal,
  ref: ProjectRef,
  ability: PackageAbility,
): E.Either<Rejection, ProjectAccess> => {
  const project = projectNamed(forge, ref)
  if (project === undefined || !jobReaches(principal, project, (home) => listsJobsOf(forge, project.id, home)))
    return refuse(notFound('Project'))
  const access = packageAccessTo(forge, principal, project)
  if (!mayInProject(access, 'read_project')) return refuse(notFound('Project'))
  return mayInProject(access, ability) ? E.right(access) : refuse(forbidden())
}

/**
 * The same for package managers: anonymous callers are asked for credentials, because most clients send them only then. Rejections:
 * `Unauthenticated` too.
 */
export const registryFor = (
  forge: Forge,
  principal: Principal,
  ref: ProjectRef,
  ability: PackageAbility,
): E.Either<Rejection, ProjectAccess> => {
  const found = packagesFor(forge, principal, ref, ability)
  return E.isLeft(found) && principal.kind === 'anonymous' ? refuse(unauthenticated) : found
}

/** Whether credentials are required: from release 15.0 on for Composer packages (docs/reference/behaviour/packages.md#package-managers). */
export const requiresAuthentication = (forge: Forge, type: PackageType, principal: Principal): boolean =>
  type === 'composer' &&
  principal.kind === 'anonymous' &&
  !releaseHas('packages.composer_anonymous', forge.instance.release)

/**
 * Finds a group whose packages the caller may list: reporters, and users who have a role only in a subgroup or project, for whom the list is
 * restricted to what they may see. Rejections: `NotFound` (Group); `Forbidden`.
 */
export const groupPackagesFor = (
  forge: Forge,
  principal: Principal,
  ref: GroupRef,
): E.Either<Rejection, GroupAccess> => {
  const found = findGroup(forge, principal, ref)
  if (E.isLeft(found) || mayInGroup(found.right, 'read_group_package')) return found
  const { viewer, group } = found.right
  const isFromBelow =
    principal.kind === 'user' && viewer.level === ACCESS.none && forge.read.groups.isInsider(principal.userId, group.id)
  return isFromBelow ? found : refuse(forbidden())
}

/** Whether requests for missing packages are redirected to the public registry; on paid tiers. */
export const forwardsRequests = (forge: Forge, type: 'npm' | 'pypi'): boolean => {
  if (forge.instance.tier === 'free') return false
  const settings = forge.settings.current()
  return type === 'npm' ? settings.npm_package_requests_forwarding : settings.pypi_package_requests_forwarding
}
