import type { Instant } from '../../../kernel/index.js'

/** The statuses of a pipeline or of a job, in the order of the documented API. */
export const CI_STATUSES = [
  'created',
  'waiting_for_resource',
  'preparing',
  'pending',
  'running',
  'success',
  'failed',
  'canceled',
  'skipped',
  'manual',
  'scheduled',
] as const

export type CiStatus = (typeof CI_STATUSES)[number]

/** A pipeline as commits and packages show it. */
export interface CommitPipeline {
  readonly id: number
  readonly iid: number
  readonly projectId: number
  readonly sha: string
  readonly ref: string
  readonly status: CiStatus
  /** What created it, such as `push`. */
  readonly source: string
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly userId: number | null
}

/** The pipelines shown with commits and packages; the pipeline domain implements it. */
export interface CommitPipelines {
  readonly byId: (id: number) => CommitPipeline | undefined
  /** The newest pipeline of a commit, on any ref. */
  readonly newestOf: (projectId: number, sha: string) => CommitPipeline | undefined
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly commitPipelines: CommitPipelines
  }
}
