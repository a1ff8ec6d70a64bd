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
  /** What a job left behind, expired or not, in the order in which it came. */
  readonly artifacts: (jobId: number) => ReadonlyArray<ArtifactRow>
  /** Jobs of a project that left something behind, by id. */
  readonly jobsWithArtifacts: (projectId: number) => ReadonlyArray<number>
  /** What the jobs of a project left behind, together, in bytes. */
  readonly bytesOf: (projectId: number) => number
  /** Jobs that left these bytes behind. */
  readonly jobsWithBytes: (sha256: string) => ReadonlyArray<number>
  /** Whether a newer pipeline of the same ref has succeeded, or waits for somebody. */
  readonly isSuperseded: (pipelineId: number) => boolean
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly jobOutputs: JobOutputQueries
  }
}
