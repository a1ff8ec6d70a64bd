import * as E from 'fp-ts/lib/Either.js'
import { forbidden, notFound, type Rejection, refuse } from '../../../kernel/index.js'
import type { PipelineCommand } from './commands.js'
import type { PipelineEvent } from './events.js'
import { evolve } from './evolve.js'
import { FAILURE } from './failure-reasons.js'
import { makeTurnAgain } from './followers.js'
import { isOfCiFile, type Job } from './job.js'
import { applyGate } from './progress.js'
import { jobWithId, type LivePipeline, type PipelineState } from './state.js'

export type Decision = E.Either<Rejection, ReadonlyArray<PipelineEvent>>
type Retry = Extract<PipelineCommand, { readonly type: 'Retry' }>

/** A job that ended by itself can be retried, but not one whose deployment was rejected. */
const isRetryable = (job: Job): boolean =>
  isOfCiFile(job) &&
  !job.retried &&
  (job.status === 'success' ||
    job.status === 'canceled' ||
    (job.status === 'failed' && job.failureReason !== FAILURE.rejected))

const retryJob = (
  id: number,
  { userId, at, gates, inTurn }: Retry,
  job: Job,
  turnedAgain: ReturnType<typeof makeTurnAgain>,
): Decision => {
  if (!isRetryable(job)) return refuse(forbidden('Job is not retryable'))
  const { retried: _r, startedAt: _s, finishedAt: _f, held: _h, failureReason: _w, ...data } = job
  const allowFailure = data.allowFailure && data.allowedExitCodes === undefined
  const copy = { ...data, id, status: 'created', userId, allowFailure } as const
  return E.right([
    { type: 'JobRetried', data: { jobId: job.id } },
    { type: 'JobsAdded', data: { jobs: [copy] } },
    ...(inTurn === true ? [] : [applyGate(copy, 'pending', at, gates?.get(id))]),
    ...turnedAgain(job),
  ])
}

/** Retries all of the jobs, or none. */
export const retry = (command: Retry, live: LivePipeline): Decision => {
  const events: Array<PipelineEvent> = []
  const turnedAgain = makeTurnAgain(live, command.at)
  let now: PipelineState = live
  for (const { jobId, newJobId } of command.copies) {
    const job = now.kind === 'live' ? jobWithId(now, jobId) : undefined
    if (now.kind !== 'live' || job === undefined) return refuse(notFound())
    const decided = retryJob(newJobId, command, job, turnedAgain)
    if (E.isLeft(decided)) return decided
    events.push(...decided.right)
    now = decided.right.reduce(evolve, now)
  }
  return E.right(events)
}
