import type { Instant } from '../../../kernel/index.js'
import type { JobData } from './events.js'
import type { CiStatus } from './status.js'

/** A job as the state of its pipeline holds it. */
export interface Job extends JobData {
  /** A newer job of its name replaces it. */
  readonly retried: boolean
  /** Why it failed last. */
  readonly failureReason: string | null
  readonly startedAt: Instant | null
  readonly finishedAt: Instant | null
}

/** A pipeline as `decide` needs it. */
export interface LivePipeline {
  readonly kind: 'live'
  readonly projectId: number
  readonly sha: string
  readonly ref: string
  /** Made for the jobs of outside systems. */
  readonly external: boolean
  readonly status: CiStatus
  readonly jobs: ReadonlyArray<Job>
}

export type PipelineState = { readonly kind: 'none' } | LivePipeline | { readonly kind: 'deleted' }

/** Whether the job comes from the CI file, and not from outside. */
export const isOfCiFile = ({ kind }: Pick<Job, 'kind'>): boolean => kind !== 'external'

/** The newest job of each name. */
export const countingJobs = (pipeline: Pick<LivePipeline, 'jobs'>): ReadonlyArray<Job> =>
  pipeline.jobs.filter((job) => !job.retried)
