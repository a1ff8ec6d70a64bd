import { type PersistentMap, valueAt, valuesOf } from '../../../kernel/persistent-map.js'
import type { Job } from './job.js'
import type { ReportedJobs } from './reported-jobs.js'
import type { CiStatus } from './status.js'

export { isOfCiFile, type Job } from './job.js'

/** A pipeline as `decide` needs it. */
export interface LivePipeline {
  readonly kind: 'live'
  readonly projectId: number
  readonly sha: string
  readonly ref: string
  /** Made for the jobs of outside systems. */
  readonly external: boolean
  readonly status: CiStatus
  /** Those of the CI file. */
  readonly jobs: PersistentMap<number, Job>
  /** Those of outside systems. */
  readonly reported: ReportedJobs
}

export type PipelineState = { readonly kind: 'none' } | LivePipeline | { readonly kind: 'deleted' }

/** The jobs of the CI file in the order of their ids. */
export const jobsOfFile = ({ jobs }: Pick<LivePipeline, 'jobs'>): ReadonlyArray<Job> =>
  valuesOf(jobs).toSorted((a, b) => a.id - b.id)

/** The newest job of each name in the CI file. */
export const countingJobs = (pipeline: Pick<LivePipeline, 'jobs'>): ReadonlyArray<Job> =>
  jobsOfFile(pipeline).filter((job) => !job.retried)

export const jobWithId = ({ jobs, reported }: LivePipeline, id: number): Job | undefined =>
  valueAt(reported.byId, id) ?? valueAt(jobs, id)
