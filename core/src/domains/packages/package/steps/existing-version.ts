import type { Forge } from '../../../../app/forge.js'
import { shownName } from '../name-rules.js'
import type { PackageRow } from '../queries.js'
import type { Identity } from '../state.js'

/** The package of this name and version that is there already. */
export const existingVersion = (
  forge: Forge,
  { projectId, type, name, version, conan }: Identity,
): PackageRow | undefined => forge.read.packages.named(projectId, type, shownName(name, version, conan), version)
