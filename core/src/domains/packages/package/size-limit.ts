import type { Lookup } from '../../../app/forge.js'
import type { Blobs } from '../../../ports/blobs.js'
import type { PlanLimitName } from '../../instance/plan-limits/aggregate.js'
import { currentLimits } from '../../instance/plan-limits/use-cases.js'

/** The store of package files, separate from other blobs, so that unreferenced files can be deleted by looking at packages only. */
declare module '../../../app/forge.js' {
  interface Forge {
    readonly packageFiles: Blobs
  }
}

const GIBIBYTE = 1024 * 1024 * 1024

/** The largest file of each kind that is ever taken, in bytes (docs/reference/behaviour/packages.md#file-sizes). */
export const MAX_FILE_BYTES = {
  maven: 3 * GIBIBYTE,
  npm: 500 * 1024 * 1024,
  conan: 3 * GIBIBYTE,
  nuget: 500 * 1024 * 1024,
  pypi: 3 * GIBIBYTE,
  composer: GIBIBYTE,
  generic: 5 * GIBIBYTE,
  golang: GIBIBYTE / 10,
  helm: 5 * 1024 * 1024,
  terraform_module: GIBIBYTE,
} as const

/** Which plan limit governs the files of a kind; the others have none. */
const LIMIT_NAMES: Partial<Record<keyof typeof MAX_FILE_BYTES, PlanLimitName>> = {
  maven: 'maven_max_file_size',
  npm: 'npm_max_file_size',
  conan: 'conan_max_file_size',
  nuget: 'nuget_max_file_size',
  pypi: 'pypi_max_file_size',
  generic: 'generic_packages_max_file_size',
  helm: 'helm_max_file_size',
  terraform_module: 'terraform_module_max_file_size',
}

/** The largest file of a kind that is taken now, in bytes. */
export const largestFile: Lookup<keyof typeof MAX_FILE_BYTES, number> = (forge, type) => {
  const name = LIMIT_NAMES[type]
  const limit = name === undefined ? 0 : currentLimits(forge, undefined)[name]
  return limit === 0 ? MAX_FILE_BYTES[type] : Math.min(limit, MAX_FILE_BYTES[type])
}
