import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import { executeForEach } from '../../../../app/execute-for-each.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import {
  badRequest,
  DAY_MS,
  forbidden,
  type Instant,
  millisecondsOf,
  monthsLater,
  type Rejection,
  refuse,
} from '../../../../kernel/index.js'
import { releaseHas } from '../../../../releases/index.js'
import { type ProjectRef, projectFor } from '../../../projects/project/access.js'
import type { JobRow } from '../../pipeline/queries.js'
import { isComplete } from '../../pipeline/status.js'
import { executeOnPipeline } from '../../pipeline/steps/execute-on-pipeline.js'
import { isTooOld } from '../../pipeline/steps/replace-job.js'
import { playJob, retryJob } from '../../pipeline/use-cases/jobs.js'
import { protectionsOf } from '../../protected-environment/facts.js'
import { environmentForChange, findEnvironmentRow } from '../access.js'
import type { EnvironmentRow } from '../queries.js'
import { executeOnEnvironment } from '../steps/execute-on-environment.js'

/** The longest age in months that the API accepts. */
const MAX_AGE_MONTHS = 120
const NEWEST_DAYS = 7

const canStart = ({ status }: JobRow): boolean => status === 'manual' || (isComplete(status) && status !== 'skipped')

/** The job that stops the environment, where it can be started: named by the job of the last success, in the same pipeline. */
const stopJobOf = (forge: Forge, row: EnvironmentRow): JobRow | undefined => {
  const jobId = forge.read.deployments.latest(row.id)?.jobId ?? null
  const job = jobId === null ? undefined : forge.read.pipelines.jobById(jobId)
  if (job === undefined || job.onStop === null) return undefined
  return forge.read.pipelines
    .jobs(job.pipelineId, false)
    .find(
      (one) =>
        one.name === job.onStop && one.environmentAction === 'stop' && one.environment === row.name && canStart(one),
    )
}

type Start = (job: JobRow) => Promise<E.Either<Rejection, unknown>>

/** Starts the manual job, or retries it, in the name of the caller. */
const startBy =
  (forge: Forge, caller: Caller): Start =>
  (job) => {
    const ref = { project: job.projectId, id: job.id }
    const own = { ...caller, context: withNewCommandId(forge, caller.context) }
    return job.status === 'manual' ? playJob(forge, own, ref) : retryJob(forge, own, ref)
  }

/** The same in the name of the user for whom the job runs. */
const startByItself =
  (forge: Forge, context: CommandContext): Start =>
  async (job) => {
    const { id: jobId, pipelineId, status, userId } = job
    if (userId === null || status !== 'manual' || isTooOld(forge, { context }, job)) return refuse(forbidden())
    const play = { type: 'PlayJob', jobId, userId, at: context.at } as const
    return executeOnPipeline(forge, pipelineId, play, withNewCommandId(forge, context))
  }

/** Stops an available environment; where its stop job cannot be started, nothing changes. */
const stopWith = async (
  forge: Forge,
  context: CommandContext,
  row: EnvironmentRow,
  start: Start,
): Promise<E.Either<Rejection, EnvironmentRow>> => {
  const job = stopJobOf(forge, row)
  if (job === undefined) return executeOnEnvironment(forge, context, row, { type: 'Stop' })
  const waits = releaseHas('environment.stopping', forge.instance.release)
  const begun = await executeOnEnvironment(forge, context, row, { type: waits ? 'BeginStop' : 'Stop' })
  if (E.isLeft(begun)) return begun
  const started = await start(job)
  if (E.isRight(started)) return findEnvironmentRow(forge, row.projectId, row.id)
  await executeOnEnvironment(forge, withNewCommandId(forge, context), row, { type: 'MakeAvailable' })
  return started
}

/** Which environment to stop, and whether without its job. */
export interface StopEnvironment {
  readonly project: ProjectRef
  readonly id: number
  /** Stops it without running its stop job. */
  readonly force: boolean
}

/**
 * Stops an environment; stopping it twice is no error. Where it has a stop job, that is started, and newer releases show the environment as
 * `stopping` until the job is done. Rejections: `NotFound` (Project); `Forbidden`, also for users who may not deploy there; `RecordNotFound`.
 */
export const stopEnvironment: UseCase<StopEnvironment, EnvironmentRow> = async (
  forge,
  caller,
  { project, id, force },
) => {
  const row = environmentForChange(forge, caller, project, id, 'stop_environment')
  if (E.isLeft(row)) return row
  if (force) return executeOnEnvironment(forge, caller.context, row.right, { type: 'Stop' })
  return row.right.status === 'available' ? stopWith(forge, caller.context, row.right, startBy(forge, caller)) : row
}

/** Stops an environment by its stop job; one without such a job, or that is not available, stays as it is. Rejections: as `stopEnvironment`. */
export const stopWithJob: UseCase<Omit<StopEnvironment, 'force'>, EnvironmentRow> = async (
  forge,
  caller,
  { project, id },
) => {
  const row = environmentForChange(forge, caller, project, id, 'stop_environment')
  if (E.isLeft(row) || row.right.status !== 'available' || stopJobOf(forge, row.right) === undefined) return row
  return stopWith(forge, caller.context, row.right, startBy(forge, caller))
}

/** Which environments of a project are stale. */
export interface StopStaleEnvironments {
  readonly project: ProjectRef
  /** Those without a change or deployment since then. */
  readonly before: Instant
}

const isReasonable = (before: Instant, now: Instant): boolean => {
  const [moment, present] = [millisecondsOf(before), millisecondsOf(now)]
  return moment >= monthsLater(present, -MAX_AGE_MONTHS) && moment <= present - NEWEST_DAYS * DAY_MS
}

/**
 * Stops the available environments without a change or deployment since a moment, except protected ones; returns how many there are. One whose
 * stop job cannot be started stays as it is. Rejections: `NotFound` (Project); `Forbidden`; `BadRequest` for a moment that is not between ten
 * years and a week ago; `Unavailable`.
 */
export const stopStaleEnvironments: UseCase<StopStaleEnvironments, number> = async (forge, caller, input) => {
  const access = projectFor(forge, caller.principal, input.project, 'admin_environment')
  if (E.isLeft(access)) return access
  const { before } = input
  if (!isReasonable(before, caller.context.at)) return refuse(badRequest('Invalid Date'))
  const rows = forge.read.environments.stale(access.right.project.id, before)
  const stale = rows.filter((row) => protectionsOf(forge, row).length === 0)
  return executeForEach(forge, caller.context, stale, async (row, context) => {
    const stopped = await stopWith(forge, context, row, startBy(forge, caller))
    return E.isLeft(stopped) && stopped.left.kind === 'Unavailable' ? stopped : E.right(undefined)
  })
}

/** Stops environments whose stop time has come; returns how many. Rejections: `Unavailable`. */
export const stopOverdueEnvironments: UseCase<void, number> = async (forge, caller) => {
  const due = forge.read.environments.dueToStop(forge.clock.now())
  for (const row of due) {
    const context = withNewCommandId(forge, caller.context)
    const stopped = await stopWith(forge, context, row, startByItself(forge, context))
    if (E.isRight(stopped)) continue
    if (stopped.left.kind === 'Unavailable') return stopped
    // The job cannot be started automatically, and would be tried for ever.
    await executeOnEnvironment(forge, withNewCommandId(forge, context), row, { type: 'Stop' })
  }
  return E.right(due.length)
}
