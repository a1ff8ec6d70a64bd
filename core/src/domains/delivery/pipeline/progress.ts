import type { Instant } from '../../../kernel/index.js'
import type { Gates } from './commands.js'
import type { PipelineEvent, PipelineVariable } from './events.js'
import { evolve } from './evolve.js'
import { FAILURE } from './failure-reasons.js'
import { type Job, movedJob } from './job.js'
import { partsOf } from './reported-jobs.js'
import { type GroupOfJob, needsResource } from './resource-groups.js'
import { countingJobs, type LivePipeline } from './state.js'
import { type CiStatus, partOf, statusOfParts } from './status.js'
import { type Ended, makeTurns } from './turns.js'

type JobMoved = Extract<PipelineEvent, { readonly type: 'JobMoved' }>

interface MoreOfMove {
  readonly failureReason?: string | null
  readonly coverage?: number | null
  readonly userId?: number | null
  readonly held?: true
  readonly runnerId?: number
  readonly environmentUrl?: string
  readonly allowFailure?: true
  readonly variables?: ReadonlyArray<PipelineVariable>
}

/** The event of a job's new status. */
export const moved = (jobId: number, status: CiStatus, at: Instant, more: MoreOfMove = {}): JobMoved => ({
  type: 'JobMoved',
  data: { jobId, status, at, failureReason: null, coverage: null, userId: null, ...more },
})

/** The status of a job that has not started, once the jobs before it have ended. */
const turnOf = (job: Job, outcome: Ended): CiStatus => {
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

type Startable = Pick<Job, 'id'> & GroupOfJob

/** The event that lets a job start; one of a resource group waits for the resource first. */
export const enqueued = (job: Startable, at: Instant, more: MoreOfMove = {}): JobMoved =>
  moved(job.id, needsResource(job) ? 'waiting_for_resource' : 'pending', at, more)

/** Approvals come first: a job that would start waits for them. Then comes the right to deploy; for a manual job it is checked when the job is started. */
export const applyGate = (
  job: Startable,
  turn: CiStatus,
  at: Instant,
  gate: 'held' | 'barred' | undefined,
): JobMoved => {
  if (turn !== 'skipped' && gate === 'held') return moved(job.id, 'manual', at, { held: true })
  if (turn !== 'pending') return moved(job.id, turn, at)
  return gate === 'barred' ? moved(job.id, 'failed', at, { failureReason: FAILURE.barred }) : enqueued(job, at)
}

const OPEN: Gates = new Map()

/** The consequences of the direct events in the pipeline: jobs that start, and the status of the whole. */
export const advance = (
  before: LivePipeline,
  happened: ReadonlyArray<PipelineEvent>,
  at: Instant,
  gates: Gates = OPEN,
): ReadonlyArray<PipelineEvent> => {
  const pipeline = happened.reduce(evolve, before) as LivePipeline
  const jobs = [...countingJobs(pipeline)]
  const turns = makeTurns(jobs)
  const events = [...happened]
  for (let next = turns.next(); next.length > 0; next = turns.next())
    for (const { index, outcome } of next) {
      const job = jobs[index] as Job
      const event = applyGate(job, turnOf(job, outcome), at, gates.get(job.id))
      events.push(event)
      jobs[index] = movedJob(job, event.data)
    }
  const status = statusOfParts([...jobs.map(partOf), ...partsOf(pipeline.reported)])
  if (status !== undefined && status !== pipeline.status) events.push({ type: 'PipelineMoved', data: { status, at } })
  return events
}
