import type { Blobs } from '../../../ports/blobs.js'

/**
 * Where the bytes of packages live: a store of their own, so that whatever no package refers to may be thrown away without asking the
 * rest of the forge.
 */
declare module '../../../app/forge.js' {
  interface Forge {
    readonly packageFiles: Blobs
  }
}

const GIBIBYTE = 1024 * 1024 * 1024

/** The largest file of each kind, in bytes (docs/reference/behaviour/packages.md#file-sizes). */
export const MAX_FILE_BYTES = {
  maven: 3 * GIBIBYTE,
  npm: GIBIBYTE / 2,
  conan: 3 * GIBIBYTE,
  nuget: GIBIBYTE / 2,
  pypi: 3 * GIBIBYTE,
  composer: GIBIBYTE,
  generic: 5 * GIBIBYTE,
  golang: GIBIBYTE / 10,
  helm: 5 * 1024 * 1024,
  terraform_module: GIBIBYTE,
} as const
