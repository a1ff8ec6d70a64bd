import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate, Instant, Rejection } from '../../kernel/index.js'
import { conflict, forbidden, notAllowed, notFound, recordNotFound, refuse, refused } from '../../kernel/index.js'
import type { PipelineCommand, ReportedStatus } from './commands.js'
import { type PipelineEvent, pipelineEvents } from './events.js'
import { evolve } from './evolve.js'
import { advance } from './progress.js'
import { countingJobs, type Job, type LivePipeline, type PipelineState } from './state.js'
import { type CiStatus, isComplete } from './status.js'

type Decision = E.Either<Rejection, ReadonlyArray<PipelineEvent>>
type Of<Type extends PipelineCommand['type']> = Extract<PipelineCommand, { readonly type: Type }>

/** Stage of jobs that come from outside. */
export const EXTERNAL_STAGE = 'external'
const EXTERNAL_STAGE_INDEX = 1_000_000

const verbs: Readonly<Record<ReportedStatus, string>> = {
  pending: 'enqueue',
  running: 'run',
  success: 'success',
  failed: 'drop',
  canceled: 'cancel',
}

const cannotMove = (from: CiStatus, to: ReportedStatus): Rejection =>
  refused(
    `Cannot transition status via :${verbs[to]} from :${from} (Reason(s): Status cannot transition via "${verbs[to]}")`,
  )

const mayReport = (from: CiStatus, to: ReportedStatus): boolean => {
  if (from === to || isComplete(from)) return false
  return to !== 'pending' || from === 'created'
}

const moved = (
  jobId: number,
  status: CiStatus,
  at: Instant,
  more: {
    readonly failureReason?: string | null
    readonly coverage?: number | null
    readonly userId?: number | null
  } = {},
): PipelineEvent => ({
  type: 'JobMoved',
  data: { jobId, status, at, failureReason: null, coverage: null, userId: null, ...more },
})

const create = (command: Of<'Create'>, state: PipelineState): Decision => {
  if (state.kind !== 'none') return refuse(conflict())
  const { type: _, jobs, at, ...data } = command
  const begun: PipelineEvent = { type: 'PipelineCreated', data }
  const live = evolve(state, begun) as LivePipeline
  const added: ReadonlyArray<PipelineEvent> = jobs.length === 0 ? [] : [{ type: 'JobsAdded', data: { jobs } }]
  return E.right([begun, ...advance(live, added, at)])
}

const reportExternal = (command: Of<'ReportExternal'>, live: LivePipeline): Decision => {
  const { jobId, name, status, targetUrl, description, coverage, userId, at } = command
  const namesakes = countingJobs(live).filter((job) => job.kind === 'external' && job.name === name)
  const open = namesakes.find((job) => !isComplete(job.status) && job.userId === userId)
  if (open !== undefined) {
    if (!mayReport(open.status, status)) return refuse(cannotMove(open.status, status))
    const said: PipelineEvent = { type: 'JobDescribed', data: { jobId: open.id, targetUrl, description } }
    return E.right(advance(live, [said, moved(open.id, status, at, { coverage, userId })], at))
  }
  const job = {
    id: jobId,
    name,
    stage: EXTERNAL_STAGE,
    stageIndex: EXTERNAL_STAGE_INDEX,
    kind: 'external',
    when: 'on_success',
    allowFailure: false,
    status: 'created',
    environment: null,
    environmentUrl: null,
    environmentAction: null,
    targetUrl,
    description,
    userId,
  } as const
  const replaced = namesakes.map((one): PipelineEvent => ({ type: 'JobRetried', data: { jobId: one.id } }))
  const added: PipelineEvent = { type: 'JobsAdded', data: { jobs: [job] } }
  return E.right(advance(live, [...replaced, added, moved(jobId, status, at, { coverage, userId })], at))
}

const reportJob = (command: Of<'ReportJob'>, live: LivePipeline, job: Job): Decision => {
  const { status, at, failureReason, coverage } = command
  if (job.retried || !mayReport(job.status, status)) return refuse(cannotMove(job.status, status))
  if (job.status === 'created' || job.status === 'manual' || job.status === 'scheduled')
    return refuse(cannotMove(job.status, status))
  return E.right(advance(live, [moved(job.id, status, at, { failureReason, coverage })], at))
}

const playJob = (command: Of<'PlayJob'>, live: LivePipeline, job: Job): Decision =>
  job.status !== 'manual' && job.status !== 'scheduled'
    ? refuse(refused('400 Bad request - Unplayable Job'))
    : E.right(advance(live, [moved(job.id, 'pending', command.at, { userId: command.userId })], command.at))

const cancelJob = (at: Instant, live: LivePipeline, job: Job): Decision =>
  isComplete(job.status) ? E.right([]) : E.right(advance(live, [moved(job.id, 'canceled', at)], at))

const retryJob = (command: Of<'RetryJob'>, live: LivePipeline, job: Job): Decision => {
  if (job.retried || !isComplete(job.status) || job.kind !== 'build') return refuse(forbidden('Job is not retryable'))
  const { retried: _r, startedAt: _s, finishedAt: _f, held: _h, ...data } = job
  const { newJobId: id, userId, held } = command
  const copy = { ...data, id, status: 'created', userId, ...(held ? { held } : {}) } as const
  // What was passed over because of the failure gets another turn.
  const later = countingJobs(live).filter(
    (one) => one.kind === 'build' && one.stageIndex > job.stageIndex && one.status === 'skipped',
  )
  return E.right(
    advance(
      live,
      [
        { type: 'JobRetried', data: { jobId: job.id } },
        { type: 'JobsAdded', data: { jobs: [copy] } },
        moved(copy.id, held ? 'manual' : 'pending', command.at, { userId }),
        ...later.map((one) => moved(one.id, 'created', command.at)),
      ],
      command.at,
    ),
  )
}

const cancelAll = (at: Instant, live: LivePipeline): Decision => {
  const open = countingJobs(live).filter((job) => !isComplete(job.status))
  return E.right(
    open.length === 0
      ? []
      : advance(
          live,
          open.map((job) => moved(job.id, 'canceled', at)),
          at,
        ),
  )
}

const onJob = (live: LivePipeline, jobId: number, decide: (job: Job) => Decision): Decision => {
  const job = live.jobs.find((one) => one.id === jobId)
  return job === undefined ? refuse(notFound()) : decide(job)
}

/** A pipeline with its jobs: what runs, in which order, and what came of it. */
export const pipeline: Aggregate<PipelineCommand, PipelineEvent, PipelineState> = {
  category: 'pipeline',
  stateVersion: 1,
  events: pipelineEvents,
  initial: { kind: 'none' },
  evolve,
  decide: (command) => (state) => {
    if (command.type === 'Create') return create(command, state)
    if (state.kind !== 'live') return refuse(recordNotFound)
    switch (command.type) {
      case 'ReportExternal':
        return reportExternal(command, state)
      case 'ReportJob':
        return onJob(state, command.jobId, (job) => reportJob(command, state, job))
      case 'PlayJob':
        return onJob(state, command.jobId, (job) => playJob(command, state, job))
      case 'CancelJob':
        return onJob(state, command.jobId, (job) => cancelJob(command.at, state, job))
      case 'RetryJob':
        return onJob(state, command.jobId, (job) => retryJob(command, state, job))
      case 'HoldJob':
        return onJob(state, command.jobId, (job) =>
          isComplete(job.status) || job.status === 'running'
            ? refuse(notAllowed)
            : E.right(job.status === 'manual' ? [] : advance(state, [moved(job.id, 'manual', command.at)], command.at)),
        )
      case 'DropJob':
        return onJob(state, command.jobId, (job) =>
          isComplete(job.status)
            ? E.right([])
            : E.right(
                advance(state, [moved(job.id, 'failed', command.at, { failureReason: command.reason })], command.at),
              ),
        )
      case 'Cancel':
        return cancelAll(command.at, state)
      case 'Delete':
        return E.right([{ type: 'PipelineDeleted', data: {} }])
    }
  },
}
