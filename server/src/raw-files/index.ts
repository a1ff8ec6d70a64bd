/** Files of repositories as the pages serve them: raw files, archives, and the downloads of releases. Used by the composition. */
import type { Mount } from '../http/application-options.js'
import { archiveMount } from './archive-mount.js'
import { rawFilesMount } from './mount.js'
import { releaseDownloadsMount } from './release-downloads.js'
import type { RepositoryFilesOptions } from './visitor.js'

/** Everything below `/-/raw/`, `/-/archive/` and `/-/releases/…/downloads/` of projects. */
export const repositoryFilesMounts = (options: RepositoryFilesOptions): ReadonlyArray<Mount> => [
  rawFilesMount(options),
  archiveMount(options),
  releaseDownloadsMount(options),
]
