import type { Instant } from '../../../kernel/index.js'
import type { Gates } from './commands.js'
import type { PipelineEvent, PipelineVariable } from './events.js'
import { evolve } from './evolve.js'
import { countingJobs, type Job, type LivePipeline } from './state.js'
import { type CiStatus, compositeStatus, FAILURE, hasWarnings, isComplete } from './status.js'

interface MoreOfMove {
  readonly failureReason?: string | null
  readonly coverage?: number | null
  readonly userId?: number | null
  readonly held?: true
  readonly runnerId?: number
  readonly variables?: ReadonlyArray<PipelineVariable>
}

/** That a job has another status now. */
export const moved = (jobId: number, status: CiStatus, at: Instant, more: MoreOfMove = {}): PipelineEvent => ({
  type: 'JobMoved',
  data: { jobId, status, at, failureReason: null, coverage: null, userId: null, ...more },
})

/** What came before a job left behind: nothing yet, all well, a failure, or, for what a job needs by name, something that never ran. */
type Outcome = 'open' | 'passed' | 'failed' | 'unrun'

/** What may fail does not count, but its turn has to come first. */
const hasOpen = (jobs: ReadonlyArray<Job>): boolean =>
  jobs.some((job) => job.kind === 'build' && (job.status === 'created' || job.status === 'waiting_for_resource'))

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

/** Of jobs needed by name: one that was skipped, or waits for a hand that need not come, keeps those back that need it. */
const outcomeOfNeeded = (needed: ReadonlyArray<Job>): Outcome => {
  const outcome = outcomeOf(needed)
  const isUnrun = needed.some(
    ({ status, allowFailure }) => status === 'skipped' || (status === 'manual' && allowFailure),
  )
  return outcome === 'passed' && isUnrun ? 'unrun' : outcome
}

/** What a job that has not begun becomes, now that what comes before is done. */
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

/** Everything that comes after a job by stage or by need, directly or through others. */
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

/** That a job may begin: one of a resource group waits for the resource first. */
export const enqueued = (job: Pick<Job, 'id' | 'resourceGroupId'>, at: Instant, more: MoreOfMove = {}): PipelineEvent =>
  moved(job.id, job.resourceGroupId === undefined ? 'pending' : 'waiting_for_resource', at, more)

/** Approvals come first: whatever would begin waits for them. Then comes who may deploy there; whoever plays a manual job is asked then. */
export const applyGate = (
  job: Pick<Job, 'id' | 'resourceGroupId'>,
  turn: CiStatus,
  at: Instant,
  gate: 'held' | 'barred' | undefined,
): PipelineEvent => {
  if (turn !== 'skipped' && gate === 'held') return moved(job.id, 'manual', at, { held: true })
  if (turn !== 'pending') return moved(job.id, turn, at)
  return gate === 'barred' ? moved(job.id, 'failed', at, { failureReason: FAILURE.barred }) : enqueued(job, at)
}

/** Those of the first stages that are not done, with what the stages before left behind. */
const stageTurns = (jobs: ReadonlyArray<Job>, waiting: ReadonlyArray<Job>): ReadonlyArray<readonly [Job, Outcome]> => {
  const byStage = grouped(waiting, (job) => (job.needs === undefined ? [job.stageIndex] : []))
  const turns: Array<readonly [Job, Outcome]> = []
  for (const stage of [...byStage.keys()].toSorted((a, b) => a - b)) {
    const outcome = outcomeOf(jobs.filter((job) => job.stageIndex < stage))
    // What is open before one stage is open before all later ones.
    if (outcome === 'open') break
    for (const job of byStage.get(stage) ?? []) turns.push([job, outcome])
  }
  return turns
}

const needTurns = (jobs: ReadonlyArray<Job>, waiting: ReadonlyArray<Job>): ReadonlyArray<readonly [Job, Outcome]> => {
  const byName = grouped(jobs, (job) => (job.kind === 'build' ? [job.name] : []))
  return waiting.flatMap((job) =>
    job.needs === undefined
      ? []
      : [[job, outcomeOfNeeded(job.needs.flatMap((name) => byName.get(name) ?? []))] as const],
  )
}

const nextTurns = (pipeline: LivePipeline, at: Instant, gates: Gates): ReadonlyArray<PipelineEvent> => {
  const jobs = countingJobs(pipeline)
  const waiting = jobs.filter((job) => job.kind === 'build' && job.status === 'created')
  if (waiting.length === 0) return []
  return [...stageTurns(jobs, waiting), ...needTurns(jobs, waiting)].flatMap(([job, outcome]) =>
    outcome === 'open' ? [] : [applyGate(job, turnOf(job, outcome), at, gates.get(job.id))],
  )
}

const OPEN: Gates = new Map()

/** Everything that follows in the pipeline from what has just happened: jobs whose turn has come, and the status of the whole. */
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
  const status = compositeStatus(countingJobs(pipeline))
  if (status !== undefined && status !== pipeline.status) events.push({ type: 'PipelineMoved', data: { status, at } })
  return events
}
