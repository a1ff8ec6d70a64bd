import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../app/caller.js'
import { alongside } from '../../../app/command-context.js'
import type { Forge, UseCase } from '../../../app/forge.js'
import type { Rejection } from '../../../kernel/index.js'
import { releaseHas } from '../../../releases/index.js'
import type { JobRow } from '../../pipeline/queries.js'
import { isComplete } from '../../pipeline/status.js'
import { playJob, retryJob } from '../../pipeline/use-cases/jobs.js'
import type { ProjectRef } from '../../project/access.js'
import type { EnvironmentRow } from '../queries.js'
import { environmentRow, executeOn, forChange } from './find.js'

const canStart = ({ status }: JobRow): boolean => status === 'manual' || (isComplete(status) && status !== 'skipped')

/** The job that stops what is deployed there, where it can be started: named by the last success's job, in the same pipeline. */
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

/** Starts the job that waits to be started, or runs it once more. */
const start = (forge: Forge, caller: Caller, job: JobRow): Promise<E.Either<Rejection, unknown>> => {
  const ref = { project: job.projectId, id: job.id }
  const own = { ...caller, context: alongside(forge, caller.context) }
  return (job.status === 'manual' ? playJob(own, ref) : retryJob(own, ref))(forge)()
}

export interface StopEnvironment {
  readonly project: ProjectRef
  readonly id: number
  /** Stops it without the job that would stop what runs there. */
  readonly force: boolean
}

/**
 * Stops an environment; stopping it twice is no error. Where a job is to stop what runs there, that is started: newer releases show the
 * environment as `stopping` until it is done. Rejections: `NotFound` (Project); `Forbidden`, also to those who may not deploy there;
 * `RecordNotFound`.
 */
export const stopEnvironment =
  (caller: Caller, { project, id, force }: StopEnvironment): UseCase<EnvironmentRow> =>
  (forge) =>
  async () => {
    const row = forChange(forge, caller, project, id, 'stop_environment')
    if (E.isLeft(row)) return row
    if (force) return executeOn(forge, caller, row.right, { type: 'Stop' })
    if (row.right.status !== 'available') return row
    const job = stopJobOf(forge, row.right)
    if (job === undefined) return executeOn(forge, caller, row.right, { type: 'Stop' })
    const waits = releaseHas('environment.stopping', forge.instance.release)
    const begun = await executeOn(forge, caller, row.right, { type: waits ? 'BeginStop' : 'Stop' })
    if (E.isLeft(begun)) return begun
    const started = await start(forge, caller, job)
    if (E.isRight(started)) return environmentRow(forge, row.right.projectId, row.right.id)
    const back = { ...caller, context: alongside(forge, caller.context) }
    await executeOn(forge, back, row.right, { type: 'MakeAvailable' })
    return started
  }
