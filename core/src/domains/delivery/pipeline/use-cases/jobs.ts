import * as E from 'fp-ts/lib/Either.js'
import type { ProjectAbility } from '../../../../access/index.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { forbidden, notFound, type Rejection, refuse, refused } from '../../../../kernel/index.js'
import { mayInProject, projectFor } from '../../../projects/project/access.js'
import { mayDeployTo } from '../../protected-environment/facts.js'
import type { ReportedStatus } from '../commands.js'
import type { PipelineVariable } from '../events.js'
import { deploymentTargetOf } from '../gates.js'
import type { JobRow } from '../queries.js'
import { copyOfFailed, reasonOf } from '../steps/copy-of-failed.js'
import { executeOnPipeline } from '../steps/execute-on-pipeline.js'
import { holdOrUnblock, UNPLAYABLE } from '../steps/hold-or-unblock.js'
import { execute, isTooOld, replaceJobs, shownJob } from '../steps/replace-job.js'
import { resultsOf } from '../steps/results-of-job.js'
import { maySetVariables } from '../steps/user-variables.js'
import { sealedVariables } from '../variables.js'
import type { JobRef } from './find.js'

/** Only jobs of the CI file can be changed here, not those reported from outside; no runner reports a bridge. */
const forChange = (
  forge: Forge,
  { principal }: Caller,
  { project, id }: JobRef,
  ability: ProjectAbility,
): E.Either<Rejection, JobRow> => {
  const access = projectFor(forge, principal, project, 'read_pipeline')
  if (E.isLeft(access)) return access
  const row = forge.read.pipelines.job(access.right.project.id, id)
  if (row === undefined || row.kind === 'external' || (row.kind === 'bridge' && ability === 'run_jobs'))
    return refuse(notFound())
  if (!mayInProject(access.right, ability)) return refuse(forbidden())
  const place = deploymentTargetOf(forge, row.projectId, row)
  return place === undefined || mayDeployTo(forge, principal, place) ? E.right(row) : refuse(forbidden())
}

/** A job that a user wants to start. */
const forStart = (forge: Forge, caller: Caller, ref: JobRef): E.Either<Rejection, JobRow> => {
  const job = forChange(forge, caller, ref, 'update_pipeline')
  return E.isRight(job) && isTooOld(forge, caller, job.right) ? refuse(forbidden()) : job
}

/** A manual job to start. */
export interface PlayJob extends JobRef {
  /** Additional variables of the job. */
  readonly variables?: ReadonlyArray<PipelineVariable> | undefined
}

/**
 * Starts a manual job.
 *
 * Rejections: `NotFound`; `Forbidden`, also for users who may not deploy there or may not set variables, and where it is archived; `Refused`
 * while it cannot be started.
 */
export const playJob: UseCase<PlayJob, JobRow> = async (forge, caller, ref) => {
  const job = forStart(forge, caller, ref)
  if (E.isLeft(job)) return job
  if (caller.principal.kind !== 'user') return refuse(forbidden())
  const along = sealedVariables(forge, ref.variables)
  if (along.variables !== undefined && !maySetVariables(forge, caller, job.right.projectId)) return refuse(forbidden())
  if (await holdOrUnblock(forge, caller, job.right)) return refuse(refused(UNPLAYABLE))
  const { userId } = caller.principal
  return execute(forge, caller, job.right, { type: 'PlayJob', jobId: ref.id, userId, ...along, at: caller.context.at })
}

/** Cancels a job; a finished one stays as it is. Rejections: `NotFound`; `Forbidden`. */
export const cancelJob: UseCase<JobRef, JobRow> = async (forge, caller, ref) => {
  const job = forChange(forge, caller, ref, 'update_pipeline')
  if (E.isLeft(job)) return job
  return execute(forge, caller, job.right, { type: 'CancelJob', jobId: ref.id, at: caller.context.at })
}

/** Retries a finished job as a new one. Rejections: `NotFound`; `Forbidden`, also where it is not finished or is archived. */
export const retryJob: UseCase<JobRef, JobRow> = async (forge, caller, ref) => {
  const job = forStart(forge, caller, ref)
  if (E.isLeft(job)) return job
  const copies = await replaceJobs(forge, caller, job.right.pipelineId, [job.right], { inTurn: false })
  return E.isLeft(copies) ? copies : shownJob(forge, copies.right[0])
}

/** A runner's report about a job. */
export interface JobReport extends JobRef {
  readonly status: Exclude<ReportedStatus, 'pending'>
  readonly failureReason: string | undefined
  /** In percent. */
  readonly coverage: number | undefined
  /** The code with which its script has failed. */
  readonly exitCode?: number | undefined
}

/**
 * Records a runner's report about a job of the CI file. Rejections: `NotFound`; `Forbidden` below maintainers; `Refused` for a status that the
 * job cannot take.
 */
export const reportJob: UseCase<JobReport, JobRow> = async (forge, caller, report) => {
  const job = forChange(forge, caller, report, 'run_jobs')
  if (E.isLeft(job)) return job
  // Its environment was protected after it became pending: it is held now, and therefore refused to the runner.
  if (report.status === 'running' && job.right.status === 'pending') await holdOrUnblock(forge, caller, job.right)
  const copy = await copyOfFailed(forge, job.right, report)
  if (E.isLeft(copy)) return copy
  return execute(forge, caller, job.right, {
    type: 'ReportJob',
    jobId: report.id,
    status: report.status,
    failureReason: reasonOf(report),
    exitCode: report.exitCode,
    copyId: copy.right,
    ...(await resultsOf(forge, job.right, report)),
    at: caller.context.at,
  })
}

/** Starts delayed jobs whose time has come; returns how many. Rejections: `Unavailable`. */
export const startDelayedJobs: UseCase<void, number> = async (forge, caller) => {
  const due = forge.read.pipelines.dueJobs(forge.clock.now())
  for (const { id, pipelineId } of due) {
    const context = withNewCommandId(forge, caller.context)
    const done = await executeOnPipeline(forge, pipelineId, { type: 'StartJob', jobId: id, at: context.at }, context)
    if (E.isLeft(done) && done.left.kind === 'Unavailable') return done
  }
  return E.right(due.length)
}
