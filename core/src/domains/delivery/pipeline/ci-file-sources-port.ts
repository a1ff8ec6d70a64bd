import type { JobRow } from './queries.js'

/** The archive of the artifacts of a job. */
export interface ArtifactArchive {
  /** In bytes. */
  readonly size: number
  /** One of its files, with the size in bytes; undefined where there is none, or where it cannot be read. */
  readonly file: (
    path: string,
  ) => Promise<{ readonly size: number; readonly content: AsyncIterable<Uint8Array> } | undefined>
}

/** What child pipelines take files from besides repositories, as the pipeline domain needs it; the composition implements it. */
export interface CiFileSources {
  /** The archive of a job, while it can be downloaded. */
  readonly archive: (job: JobRow) => ArtifactArchive | undefined
  /** The text of a template of CI files by its key, without `.gitlab-ci.yml`; undefined where there is none. */
  readonly template: (key: string) => string | undefined
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly ciFileSources: CiFileSources
  }
}
