import type { Forge } from '../../../../app/forge.js'
import { forbidden } from '../../../../kernel/index.js'
import { shownName } from '../name-rules.js'
import type { PackageRow } from '../queries.js'
import type { Identity } from '../state.js'

export const existingVersion = (
  forge: Forge,
  { projectId, type, name, version, conan }: Identity,
): PackageRow | undefined => forge.read.packages.named(projectId, type, shownName(name, version, conan), version)

export const ALREADY_PUBLISHED = forbidden('Package already exists.')
