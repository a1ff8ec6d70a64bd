import {
  ACCESS,
  type AccessLevel,
  type DeployScope,
  type DeployTokenHolder,
  type Principal,
} from '../../../access/index.js'
import type { Forge } from '../../../app/forge.js'
import { accessTo, type ProjectAccess } from '../project/access.js'
import type { ProjectRow } from '../project/queries.js'

/** The roles that scopes stand for in one kind of use, the highest first. */
export type ScopeLevels = ReadonlyArray<readonly [DeployScope, AccessLevel]>

/** What the scopes let a token do with repositories: it reads them. */
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

/** What the holder of a deploy token is in a project: nobody outside of its place, else who its scopes stand for. */
export const accessOfDeployToken = (
  forge: Forge,
  token: DeployTokenHolder,
  project: ProjectRow,
  levels: ScopeLevels,
): ProjectAccess => {
  const above = project.groupId === null ? [] : forge.read.groups.withAncestors(project.groupId)
  const level = levelOf(token, project.id, above, levels)
  const viewer = { signedIn: level > 0, admin: false, external: true, level }
  return { project, viewer, tier: forge.instance.tier }
}

/** What somebody is for the repository of a project, whether or not they may see it: the holder of a deploy token reads it where its scopes say so. */
export const accessToRepository = (forge: Forge, principal: Principal, project: ProjectRow): ProjectAccess =>
  principal.kind === 'deploy_token'
    ? accessOfDeployToken(forge, principal, project, REPOSITORY_LEVELS)
    : accessTo(forge, principal, project)
