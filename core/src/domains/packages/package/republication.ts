import type { SameName } from './commands.js'
import type { PackageType } from './package-type.js'

/** What publishing does where the version, or a file of that name, exists. */
export interface Republication {
  /** Whether an existing version accepts further files. */
  readonly onExisting: 'use' | 'refuse'
  readonly sameName: SameName
}

/** Of each kind what publishing again does (docs/reference/behaviour/packages.md#publishing-an-existing-version). */
export const REPUBLICATION: Readonly<Record<PackageType, Republication>> = {
  maven: { onExisting: 'use', sameName: 'replace' },
  npm: { onExisting: 'refuse', sameName: 'refuse' },
  conan: { onExisting: 'use', sameName: 'replace' },
  nuget: { onExisting: 'use', sameName: 'keep' },
  pypi: { onExisting: 'use', sameName: 'refuse' },
  composer: { onExisting: 'use', sameName: 'replace' },
  generic: { onExisting: 'use', sameName: 'keep' },
  golang: { onExisting: 'use', sameName: 'refuse' },
  helm: { onExisting: 'use', sameName: 'keep' },
  terraform_module: { onExisting: 'refuse', sameName: 'refuse' },
}
