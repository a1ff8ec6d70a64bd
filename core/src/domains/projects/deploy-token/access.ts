import {
  ACCESS,
  type AccessLevel,
  type DeployScope,
  type DeployTokenHolder,
  type Principal,
} from '../../../access/index.js'
import type { Forge } from '../../../app/forge.js'
import { accessTo, type ProjectAccess } from '../project/access.js'
import { isBarred } from '../project/external-access.js'
import type { ProjectRow } from '../project/queries.js'

/** The roles that scopes stand for, for one kind of use, the highest first. */
export type ScopeLevels = ReadonlyArray<readonly [DeployScope, AccessLevel]>

/** The roles that scopes stand for in repositories. */
const REPOSITORY_LEVELS: ScopeLevels = [['read_repository', ACCESS.reporter]]

const levelOf = (
  token: DeployTokenHolder,
  projectId: number,
  above: ReadonlyArray<number>,
  levels: ScopeLevels,
): AccessLevel => {
  const isInside = token.projectId === projectId || (token.groupId !== null && above.includes(token.groupId))
  if (!isInside) return ACCESS.none
  return levels.find(([scope]) => token.scopes.includes(scope))?.[1] ?? ACCESS.none
}

/** The access of a deploy token to a project: none outside of its project or group, else by its scopes. */
export const accessOfDeployToken = (
  forge: Forge,
  token: DeployTokenHolder,
  project: ProjectRow,
  levels: ScopeLevels,
): ProjectAccess => {
  const above = project.groupId === null ? [] : forge.read.groups.withAncestors(project.groupId)
  const level = levelOf(token, project.id, above, levels)
  const barred = isBarred(forge, token, project)
  const viewer = { signedIn: level > 0, admin: false, external: true, level, barred }
  return { project, viewer, tier: forge.instance.tier }
}

/** The access to the repository of a project, whether or not the caller may see it; that of a deploy token depends on its scopes. */
export const accessToRepository = (forge: Forge, principal: Principal, project: ProjectRow): ProjectAccess =>
  principal.kind === 'deploy_token'
    ? accessOfDeployToken(forge, principal, project, REPOSITORY_LEVELS)
    : accessTo(forge, principal, project)
