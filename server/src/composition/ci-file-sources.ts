import { zipEntry } from '@forgefold/adapters/zip'
import type { Forge } from '@forgefold/core/app'
import { availableArchive } from '@forgefold/core/domains/delivery/job-output'
import type { CiFileSources } from '@forgefold/core/domains/delivery/pipeline'
import { CI_FILES } from '../api/v4/projects/templates/ci-files.js'

const archiveOf =
  (forge: () => Forge): CiFileSources['archive'] =>
  (job) => {
    const archive = availableArchive(forge(), job)
    if (archive === undefined) return undefined
    const { sha256, size } = archive
    // An archive is read from its beginning for each part that is looked for.
    const open = () => forge().packageFiles.get(sha256)
    return { size, file: (path) => zipEntry(open, path) }
  }

/** What child pipelines take files from: archives of artifacts, and the templates that the API lists. */
export const ciFileSourcesOf = (forge: () => Forge): CiFileSources => ({
  archive: archiveOf(forge),
  template: (key) => CI_FILES.find((one) => one.key === key)?.content,
})
