import type { Instant } from '../../../kernel/index.js'
import type { Gates } from './commands.js'
import type { PipelineEvent, PipelineVariable } from './events.js'
import { evolve } from './evolve.js'
import { FAILURE } from './failure-reasons.js'
import type { Job } from './job.js'
import { partsOf } from './reported-jobs.js'
import { type GroupOfJob, needsResource } from './resource-groups.js'
import { countingJobs, type LivePipeline } from './state.js'
import { type CiStatus, compositeStatus, hasWarnings, isComplete, partOf, statusOfParts } from './status.js'

interface MoreOfMove {
  readonly failureReason?: string | null
  readonly coverage?: number | null
  readonly userId?: number | null
  readonly held?: true
  readonly runnerId?: number
  readonly variables?: ReadonlyArray<PipelineVariable>
}

/** The event of a job's new status. */
export const moved = (jobId: number, status: CiStatus, at: Instant, more: MoreOfMove = {}): PipelineEvent => ({
  type: 'JobMoved',
  data: { jobId, status, at, failureReason: null, coverage: null, userId: null, ...more },
})

/** The outcome of the jobs before a job: unfinished, all passed, a failure or, for a need by name, one that never ran. */
type Outcome = 'open' | 'passed' | 'failed' | 'unrun'

/** A job that is allowed to fail does not count, but must have started. */
const hasOpen = (jobs: ReadonlyArray<Job>): boolean =>
  jobs.some(({ status }) => status === 'created' || status === 'waiting_for_resource')

const outcomeOf = (before: ReadonlyArray<Job>): Outcome => {
  if (before.length === 0) return 'passed'
  if (hasOpen(before)) return 'open'
  const status = compositeStatus(before) as CiStatus
  if (!isComplete(status)) return 'open'
  return status === 'success' ||
    status === 'skipped' ||
    (hasWarnings(before) && status !== 'failed' && status !== 'canceled')
    ? 'passed'
    : 'failed'
}

/** A need by name that was skipped, or is a manual job that need not be started, holds back the jobs that need it. */
const outcomeOfNeeded = (needed: ReadonlyArray<Job>): Outcome => {
  const outcome = outcomeOf(needed)
  const isUnrun = needed.some(
    ({ status, allowFailure }) => status === 'skipped' || (status === 'manual' && allowFailure),
  )
  return outcome === 'passed' && isUnrun ? 'unrun' : outcome
}

/** The status of a job that has not started, once the jobs before it have ended. */
const turnOf = (job: Job, outcome: Exclude<Outcome, 'open'>): CiStatus => {
  switch (job.when) {
    case 'always':
      return 'pending'
    case 'on_failure':
      return outcome === 'failed' ? 'pending' : 'skipped'
    case 'on_success':
      return outcome === 'passed' ? 'pending' : 'skipped'
    case 'manual':
      return outcome === 'passed' ? 'manual' : 'skipped'
    case 'delayed':
      return outcome === 'passed' ? 'scheduled' : 'skipped'
  }
}

const grouped = <K>(
  jobs: ReadonlyArray<Job>,
  keysOf: (job: Job) => ReadonlyArray<K>,
): ReadonlyMap<K, ReadonlyArray<Job>> => {
  const groups = new Map<K, Array<Job>>()
  for (const job of jobs)
    for (const key of keysOf(job)) {
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [job])
      else group.push(job)
    }
  return groups
}

/** All jobs after a job by stage or by need, directly or transitively. */
export const followersOf = (pipeline: LivePipeline, { id, name, stageIndex }: Job): ReadonlyArray<Job> => {
  const jobs = countingJobs(pipeline)
  const needing = grouped(jobs, (job) => job.needs ?? [])
  const followers = new Set(jobs.filter((job) => job.needs === undefined && job.stageIndex > stageIndex))
  const names = [name, ...[...followers].map((job) => job.name)]
  for (let next = names.pop(); next !== undefined; next = names.pop())
    for (const job of needing.get(next) ?? []) {
      if (followers.has(job) || job.id === id) continue
      followers.add(job)
      names.push(job.name)
    }
  return [...followers]
}

/** Jobs that were skipped because of a job start again when that job does. */
export const turnAgain = (live: LivePipeline, job: Job, at: Instant): ReadonlyArray<PipelineEvent> =>
  followersOf(live, job)
    .filter(({ status }) => status === 'skipped')
    .map(({ id }) => moved(id, 'created', at))

type Startable = Pick<Job, 'id'> & GroupOfJob

/** The event that lets a job start; one of a resource group waits for the resource first. */
export const enqueued = (job: Startable, at: Instant, more: MoreOfMove = {}): PipelineEvent =>
  moved(job.id, needsResource(job) ? 'waiting_for_resource' : 'pending', at, more)

/** Approvals come first: a job that would start waits for them. Then comes the right to deploy; for a manual job it is checked when the job is started. */
export const applyGate = (
  job: Startable,
  turn: CiStatus,
  at: Instant,
  gate: 'held' | 'barred' | undefined,
): PipelineEvent => {
  if (turn !== 'skipped' && gate === 'held') return moved(job.id, 'manual', at, { held: true })
  if (turn !== 'pending') return moved(job.id, turn, at)
  return gate === 'barred' ? moved(job.id, 'failed', at, { failureReason: FAILURE.barred }) : enqueued(job, at)
}

/** The first unfinished stages, each with the outcome of the stages before. */
const stageTurns = (jobs: ReadonlyArray<Job>, waiting: ReadonlyArray<Job>): ReadonlyArray<readonly [Job, Outcome]> => {
  const byStage = grouped(waiting, (job) => (job.needs === undefined ? [job.stageIndex] : []))
  const turns: Array<readonly [Job, Outcome]> = []
  for (const stage of [...byStage.keys()].toSorted((a, b) => a - b)) {
    const outcome = outcomeOf(jobs.filter((job) => job.stageIndex < stage))
    // Where a stage is unfinished, all later ones wait.
    if (outcome === 'open') break
    for (const job of byStage.get(stage) ?? []) turns.push([job, outcome])
  }
  return turns
}

const needTurns = (jobs: ReadonlyArray<Job>, waiting: ReadonlyArray<Job>): ReadonlyArray<readonly [Job, Outcome]> => {
  const byName = grouped(jobs, (job) => [job.name])
  return waiting.flatMap((job) =>
    job.needs === undefined
      ? []
      : [[job, outcomeOfNeeded(job.needs.flatMap((name) => byName.get(name) ?? []))] as const],
  )
}

const nextTurns = (pipeline: LivePipeline, at: Instant, gates: Gates): ReadonlyArray<PipelineEvent> => {
  const jobs = countingJobs(pipeline)
  const waiting = jobs.filter(({ status }) => status === 'created')
  if (waiting.length === 0) return []
  return [...stageTurns(jobs, waiting), ...needTurns(jobs, waiting)].flatMap(([job, outcome]) =>
    outcome === 'open' ? [] : [applyGate(job, turnOf(job, outcome), at, gates.get(job.id))],
  )
}

const OPEN: Gates = new Map()

/** The consequences of the direct events in the pipeline: jobs that start, and the status of the whole. */
export const advance = (
  before: LivePipeline,
  happened: ReadonlyArray<PipelineEvent>,
  at: Instant,
  gates: Gates = OPEN,
): ReadonlyArray<PipelineEvent> => {
  const events = [...happened]
  let pipeline = happened.reduce(evolve, before) as LivePipeline
  for (;;) {
    const turns = nextTurns(pipeline, at, gates)
    if (turns.length === 0) break
    events.push(...turns)
    pipeline = turns.reduce(evolve, pipeline) as LivePipeline
  }
  const status = statusOfParts([...countingJobs(pipeline).map(partOf), ...partsOf(pipeline.reported)])
  if (status !== undefined && status !== pipeline.status) events.push({ type: 'PipelineMoved', data: { status, at } })
  return events
}
