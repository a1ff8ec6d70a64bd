import type { Forge } from '../../../../app/forge.js'
import { shownName } from '../name-rules.js'
import type { PackageRow } from '../queries.js'
import { normalisedNugetVersion } from '../semver.js'
import type { Identity } from '../state.js'

const existingNuget = (forge: Forge, { projectId, name, version }: Identity): PackageRow | undefined => {
  const wanted = normalisedNugetVersion(version ?? '')
  const { nugetVersions, find } = forge.read.packages
  const known = nugetVersions(projectId, name).find((one) => normalisedNugetVersion(one.version) === wanted)
  return known === undefined ? undefined : find(projectId, known.id)
}

/** The existing package of this name and version. */
export const existingVersion = (forge: Forge, identity: Identity): PackageRow | undefined => {
  const { projectId, type, name, version, conan } = identity
  if (type === 'nuget') return existingNuget(forge, identity)
  return forge.read.packages.named(projectId, type, shownName(name, version, conan), version)
}
