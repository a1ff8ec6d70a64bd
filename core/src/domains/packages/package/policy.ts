import { ACCESS, type Principal, type Visibility } from '../../../access/index.js'
import type { ScopeLevels } from '../../projects/deploy-token/access.js'

/** The abilities over the packages of a project. */
export type PackageAbility = 'read_package' | 'create_package' | 'destroy_package'

/**
 * A CI job reaches a private project only from within, or from a project that it allows; otherwise the project counts as missing
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

/** The roles that the scopes of a deploy token stand for. */
export const PACKAGE_LEVELS: ScopeLevels = [
  ['write_package_registry', ACCESS.developer],
  ['read_package_registry', ACCESS.reporter],
]
