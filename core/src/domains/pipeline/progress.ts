import type { Instant } from '../../kernel/index.js'
import type { Gates } from './commands.js'
import type { PipelineEvent } from './events.js'
import { evolve } from './evolve.js'
import { FAILURE } from './failure-reasons.js'
import { countingJobs, type Job, type LivePipeline } from './state.js'
import { type CiStatus, compositeStatus, hasWarnings, isComplete } from './status.js'

interface MoreOfMove {
  readonly failureReason?: string | null
  readonly coverage?: number | null
  readonly userId?: number | null
  readonly held?: true
}

/** That a job has another status now. */
export const moved = (jobId: number, status: CiStatus, at: Instant, more: MoreOfMove = {}): PipelineEvent => ({
  type: 'JobMoved',
  data: { jobId, status, at, failureReason: null, coverage: null, userId: null, ...more },
})

/** What the stages before left behind: nothing yet, all well, or a failure. */
const outcomeBefore = (jobs: ReadonlyArray<Job>, stageIndex: number): 'open' | 'passed' | 'failed' => {
  const before = jobs.filter((job) => job.stageIndex < stageIndex)
  if (before.length === 0) return 'passed'
  const status = compositeStatus(before) as CiStatus
  if (!isComplete(status)) return 'open'
  return status === 'success' ||
    status === 'skipped' ||
    (hasWarnings(before) && status !== 'failed' && status !== 'canceled')
    ? 'passed'
    : 'failed'
}

/** What a job that has not begun becomes, now that the stages before it are done. */
const turnOf = (job: Job, outcome: 'passed' | 'failed'): CiStatus => {
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

/** Approvals come first: whatever would begin waits for them. Then comes who may deploy there; whoever plays a manual job is asked then. */
export const throughGate = (
  job: Pick<Job, 'id'>,
  turn: CiStatus,
  at: Instant,
  gate: 'held' | 'barred' | undefined,
): PipelineEvent => {
  if (turn !== 'skipped' && gate === 'held') return moved(job.id, 'manual', at, { held: true })
  if (turn === 'pending' && gate === 'barred') return moved(job.id, 'failed', at, { failureReason: FAILURE.barred })
  return moved(job.id, turn, at)
}

const nextTurns = (pipeline: LivePipeline, at: Instant, gates: Gates): ReadonlyArray<PipelineEvent> => {
  const jobs = countingJobs(pipeline)
  const waiting = jobs.filter((job) => job.kind === 'build' && job.status === 'created')
  const first = Math.min(...waiting.map((job) => job.stageIndex))
  const outcome = waiting.length === 0 ? 'open' : outcomeBefore(jobs, first)
  if (outcome === 'open') return []
  return waiting
    .filter((job) => job.stageIndex === first)
    .map((job) => throughGate(job, turnOf(job, outcome), at, gates.get(job.id)))
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
