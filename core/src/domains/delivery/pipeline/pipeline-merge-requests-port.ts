import type { MergeRequestFacts } from './merge-request-variables.js'
import type { PipelineRow } from './queries.js'

/** The merge requests of pipelines, as the pipeline domain needs them; the merge request domain implements it. */
export interface PipelineMergeRequests {
  /** Undefined for other pipelines, and where the merge request is gone. */
  readonly of: (pipeline: Pick<PipelineRow, 'mergeRequestId' | 'sourceSha'>) => MergeRequestFacts | undefined
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly pipelineMergeRequests: PipelineMergeRequests
  }
}
