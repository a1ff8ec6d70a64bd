import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate, Instant, Rejection } from '../../../kernel/index.js'
import { conflict, notAllowed, notFound, recordNotFound, refuse, refused } from '../../../kernel/index.js'
import { valuesOf } from '../../../kernel/persistent-map.js'
import type { PipelineCommand, ReportedStatus } from './commands.js'
import { followDownstream } from './downstream.js'
import { type PipelineEvent, pipelineEvents } from './events.js'
import { evolve } from './evolve.js'
import { turnAgain } from './followers.js'
import type { Job } from './job.js'
import { advance, applyGate, enqueued, moved } from './progress.js'
import { reportedAs } from './reported-jobs.js'
import { deletionOf } from './resource-groups.js'
import { type Decision, retry } from './retry.js'
import { jobsOfFile, jobWithId, type LivePipeline, type PipelineState } from './state.js'
import { type CiStatus, isComplete } from './status.js'
import { pipelineNames } from './unique-names.js'

type Of<Type extends PipelineCommand['type']> = Extract<PipelineCommand, { readonly type: Type }>

/** The stage of jobs reported from outside. */
const EXTERNAL_STAGE = 'external'
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

const reportExternal = (command: Omit<Of<'ReportExternal'>, 'type'>, live: LivePipeline): Decision => {
  const { jobId, name, status, targetUrl, description, coverage, userId, at } = command
  const namesake = reportedAs(live.reported, name)
  if (namesake !== undefined && !isComplete(namesake.status) && namesake.userId === userId) {
    if (!mayReport(namesake.status, status)) return refuse(cannotMove(namesake.status, status))
    const said: PipelineEvent = { type: 'JobDescribed', data: { jobId: namesake.id, targetUrl, description } }
    return E.right([said, moved(namesake.id, status, at, { coverage, userId })])
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
  const replaced = namesake === undefined ? [] : [{ type: 'JobRetried', data: { jobId: namesake.id } } as const]
  const added: PipelineEvent = { type: 'JobsAdded', data: { jobs: [job] } }
  return E.right([...replaced, added, moved(jobId, status, at, { coverage, userId })])
}

const create = (command: Of<'Create'>, state: PipelineState): Decision => {
  if (state.kind !== 'none') return refuse(conflict())
  const { type: _, jobs, at, gates, report, ...data } = command
  const begun: PipelineEvent = { type: 'PipelineCreated', data }
  const live = evolve(state, begun) as LivePipeline
  const added: ReadonlyArray<PipelineEvent> = jobs.length === 0 ? [] : [{ type: 'JobsAdded', data: { jobs } }]
  const reported = report === undefined ? E.right([]) : reportExternal({ ...report, at }, live)
  if (E.isLeft(reported)) return reported
  return E.right([begun, ...advance(live, [...added, ...reported.right], at, gates)])
}

/** Runners cannot move jobs that have not started or wait for a user. */
const WAITING: ReadonlyArray<CiStatus> = ['created', 'manual', 'scheduled', 'waiting_for_resource']

const reportJob = (command: Of<'ReportJob'>, job: Job): Decision => {
  const { status, at, failureReason, coverage, runnerId, environmentUrl, exitCode } = command
  if (job.retried || WAITING.includes(job.status) || !mayReport(job.status, status))
    return refuse(cannotMove(job.status, status))
  const isAllowed = status === 'failed' && exitCode !== undefined && job.allowedExitCodes?.includes(exitCode) === true
  const more = {
    ...(isAllowed ? { allowFailure: true as const } : {}),
    ...(runnerId === undefined ? {} : { runnerId }),
    ...(environmentUrl === undefined || environmentUrl === job.environmentUrl ? {} : { environmentUrl }),
  }
  return E.right([moved(job.id, status, at, { failureReason, coverage, ...more })])
}

const playJob = ({ at, userId, variables }: Of<'PlayJob'>, live: LivePipeline, job: Job): Decision =>
  job.status !== 'manual' && job.status !== 'scheduled'
    ? refuse(refused('400 Bad request - Unplayable Job'))
    : E.right([enqueued(job, at, { userId, ...(variables && { variables }) }), ...turnAgain(live, job, at)])

const holdJob = (at: Instant, job: Job): Decision => {
  if (isComplete(job.status) || job.status === 'running') return refuse(notAllowed)
  return E.right(job.status === 'manual' && job.held === true ? [] : [moved(job.id, 'manual', at, { held: true })])
}

/** Ends an unfinished job. */
const endJob = (job: Job, end: PipelineEvent): Decision => E.right(isComplete(job.status) ? [] : [end])

type JobOrder = Extract<PipelineCommand, { readonly type: `${string}Job` }>

const aboutJob = (command: JobOrder, live: LivePipeline, job: Job): Decision => {
  const { at } = command
  switch (command.type) {
    case 'ReportJob':
      return reportJob(command, job)
    case 'PlayJob':
      return playJob(command, live, job)
    case 'HoldJob':
      return holdJob(at, job)
    case 'StartJob':
      return E.right(job.status === 'scheduled' ? [applyGate(job, 'pending', at, command.gates?.get(job.id))] : [])
    case 'GrantResourceToJob':
      return E.right(job.status === 'waiting_for_resource' ? [moved(job.id, 'pending', at)] : [])
    case 'FollowDownstreamInJob':
      return E.right(followDownstream(command.status, live, job, at))
    case 'CancelJob':
      return endJob(job, moved(job.id, 'canceled', at))
    case 'DropJob':
      return endJob(job, moved(job.id, 'failed', at, { failureReason: command.reason }))
  }
}

const cancelAll = (at: Instant, live: LivePipeline): Decision =>
  E.right(
    [...jobsOfFile(live), ...valuesOf(live.reported.byId)]
      .filter((job) => !job.retried && !isComplete(job.status))
      .map((job) => moved(job.id, 'canceled', at)),
  )

/** A job that has failed is replaced at once where its CI file retries it, so that no job notices the failure. */
const retried = (command: PipelineCommand, live: LivePipeline, decided: Decision): Decision => {
  if (E.isLeft(decided) || command.type !== 'ReportJob' || command.copyId === undefined) return decided
  const { jobId, copyId: newJobId, gates, at } = command
  const userId = jobWithId(live, jobId)?.userId ?? null
  if (userId === null || command.status !== 'failed') return decided
  const failed = decided.right.reduce(evolve, live) as LivePipeline
  const again = retry({ type: 'Retry', copies: [{ jobId, newJobId }], userId, at, ...(gates && { gates }) }, failed)
  return E.isLeft(again) ? decided : E.right([...decided.right, ...again.right])
}

/** The direct events of a command; which jobs start as a consequence is determined afterwards. */
const happens = (command: Exclude<PipelineCommand, Of<'Create' | 'Delete'>>, live: LivePipeline): Decision => {
  if (command.type === 'ReportExternal') return reportExternal(command, live)
  if (command.type === 'Retry') return retry(command, live)
  if (command.type === 'Cancel') return cancelAll(command.at, live)
  const job = jobWithId(live, command.jobId)
  return job === undefined ? refuse(notFound()) : retried(command, live, aboutJob(command, live, job))
}

/** A pipeline with its jobs: which jobs run, in which order, and with which outcome. */
export const pipeline: Aggregate<PipelineCommand, PipelineEvent, PipelineState> = {
  category: 'pipeline',
  stateVersion: 6,
  events: pipelineEvents,
  initial: { kind: 'none' },
  names: pipelineNames,
  evolve,
  decide: (command) => (state) => {
    if (command.type === 'Create') return create(command, state)
    if (state.kind !== 'live') return refuse(recordNotFound)
    if (command.type === 'Delete') return E.right([deletionOf(state)])
    const happened = happens(command, state)
    if (E.isLeft(happened) || happened.right.length === 0) return happened
    return E.right(advance(state, happened.right, command.at, command.gates))
  },
}
