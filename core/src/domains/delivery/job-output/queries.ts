import type { Instant } from '../../../kernel/index.js'
import type { ArtifactData, TraceChunk } from './aggregate.js'

/** An artifact in the read model. */
export interface ArtifactRow extends ArtifactData {
  readonly jobId: number
}

export interface JobOutputQueries {
  /** The pieces of a trace, in order. */
  readonly trace: (jobId: number) => ReadonlyArray<TraceChunk>
  /** Bytes of a trace. */
  readonly traceSize: (jobId: number) => number
  /** What a job left behind and is not over at the moment, in the order in which it came. */
  readonly artifacts: (jobId: number, now: Instant) => ReadonlyArray<ArtifactRow>
  /** Jobs of a project whose archive is there still, by id. */
  readonly jobsWithArtifacts: (projectId: number) => ReadonlyArray<number>
  /** The newest successful job of that name on the ref with an archive. */
  readonly latestArchive: (wanted: {
    readonly projectId: number
    readonly ref: string
    readonly job: string
    readonly now: Instant
  }) => number | undefined
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly jobOutputs: JobOutputQueries
  }
}
