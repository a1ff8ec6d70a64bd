import {
  ACCESS,
  type AccessLevel,
  type DeployScope,
  type DeployTokenHolder,
  type Principal,
  type Visibility,
} from '../../../access/index.js'

/** What may be done with the packages of a project. */
export type PackageAbility = 'read_package' | 'create_package' | 'destroy_package'

/**
 * A CI job reaches a private project only from within, or from a project that it lists; elsewhere it is as good as missing
 * (docs/reference/behaviour/packages.md#package-managers).
 */
export const jobReaches = (
  principal: Principal,
  project: { readonly id: number; readonly visibility: Visibility },
  lists: (home: number) => boolean,
): boolean => {
  if (principal.kind !== 'user' || principal.credential.kind !== 'job' || project.visibility !== 'private') return true
  const { projectId: home } = principal.credential
  return home === project.id || (home !== undefined && lists(home))
}

const SCOPE_LEVELS: ReadonlyArray<readonly [DeployScope, AccessLevel]> = [
  ['write_package_registry', ACCESS.developer],
  ['read_package_registry', ACCESS.reporter],
]

/**
 * The role that a deploy token stands for among the packages of a project: none outside of its place.
 *
 * `above`: the groups that the project lies in.
 */
export const levelOfDeployToken = (
  token: DeployTokenHolder,
  projectId: number,
  above: ReadonlyArray<number>,
): AccessLevel => {
  const isInside = token.projectId === projectId || (token.groupId !== null && above.includes(token.groupId))
  if (!isInside) return ACCESS.none
  return SCOPE_LEVELS.find(([scope]) => token.scopes.includes(scope))?.[1] ?? ACCESS.none
}
