/** Files of repositories as the pages serve them: raw files, archives, diffs, uploads, and the downloads and evidences of releases. Used by the composition. */
import type { Mount } from '../http/application-options.js'
import { alsoUnderFormerPaths } from './also-under-former-paths.js'
import { archiveMount } from './archive-mount.js'
import { avatarMount } from './avatar-mount.js'
import { diffMount } from './diff-mount.js'
import { latestReleaseMount } from './latest-release.js'
import { rawFilesMount } from './mount.js'
import type { RepositoryFilesOptions } from './readable-repository.js'
import { releaseDownloadsMount } from './release-downloads.js'
import { releaseEvidencesMount } from './release-evidences.js'
import { uploadMount } from './upload-mount.js'

/** Everything below `/-/raw/`, `/-/archive/` and `/-/releases/…/downloads/` of projects, evidences of releases, the latest release, their uploads, pictures of users, projects and groups, and what ends in `.diff` or `.patch`. */
export const repositoryFilesMounts = (options: RepositoryFilesOptions): ReadonlyArray<Mount> =>
  [
    rawFilesMount(options),
    archiveMount(options),
    diffMount(options),
    releaseDownloadsMount(options),
    releaseEvidencesMount(options),
    latestReleaseMount(options),
    uploadMount(options),
  ]
    .map((mount) => alsoUnderFormerPaths(options, mount))
    .concat(avatarMount(options))
