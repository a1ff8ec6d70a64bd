import type { Instant } from '../../../kernel/index.js'
import type { JobData, PipelineEvent } from './events.js'
import { isComplete } from './status.js'

/** A job as the state of its pipeline holds it. */
export interface Job extends JobData {
  /** A newer job of its name replaces it. */
  readonly retried: boolean
  /** Why it failed last. */
  readonly failureReason: string | null
  readonly startedAt: Instant | null
  readonly finishedAt: Instant | null
}

/** Whether the job comes from the CI file, and not from outside. */
export const isOfCiFile = ({ kind }: Pick<Job, 'kind'>): boolean => kind !== 'external'

export const addedJob = (job: JobData): Job => ({
  retried: false,
  failureReason: null,
  startedAt: null,
  finishedAt: null,
  ...job,
})

type Moved = Extract<PipelineEvent, { readonly type: 'JobMoved' }>['data']

export const movedJob = (job: Job, { status, at, userId, held, failureReason, ...more }: Moved): Job => ({
  ...job,
  status,
  failureReason,
  ...(held === true ? { held } : {}),
  environmentUrl: more.environmentUrl ?? job.environmentUrl,
  allowFailure: more.allowFailure ?? job.allowFailure,
  userId: userId ?? job.userId,
  startedAt: status === 'running' ? at : job.startedAt,
  finishedAt: isComplete(status) ? at : null,
})
