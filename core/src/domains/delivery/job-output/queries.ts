import type { ArtifactData, TraceChunk } from './aggregate.js'
import type { DotenvVariable } from './dotenv.js'

/** An artifact in the read model. */
export interface ArtifactRow extends Omit<ArtifactData, 'variables'> {
  readonly jobId: number
}

export interface JobOutputQueries {
  /** The pieces of a trace, in order. */
  readonly trace: (jobId: number) => ReadonlyArray<TraceChunk>
  /** The size of a trace in bytes. */
  readonly traceSize: (jobId: number) => number
  /** The artifacts of a job, expired or not, in upload order. */
  readonly artifacts: (jobId: number) => ReadonlyArray<ArtifactRow>
  /** The variables in the dotenv report of a job, whose values are sealed. */
  readonly dotenv: (jobId: number) => ReadonlyArray<DotenvVariable>
  /** Jobs of a project with artifacts, by id. */
  readonly jobsWithArtifacts: (projectId: number) => ReadonlyArray<number>
  /** The total size of the artifacts of a project in bytes. */
  readonly bytesOf: (projectId: number) => number
  /** Jobs that have an artifact of these bytes. */
  readonly jobsWithBytes: (sha256: string) => ReadonlyArray<number>
  /** Whether a newer pipeline of the same ref has succeeded, or waits for a manual job. */
  readonly isSuperseded: (pipelineId: number) => boolean
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly jobOutputs: JobOutputQueries
  }
}
