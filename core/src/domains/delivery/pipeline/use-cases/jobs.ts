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
import { FAILURE } from '../status.js'
import { executeOnPipeline } from '../steps/execute-on-pipeline.js'
import { execute, isTooOld, replaceJobs, shownJob } from '../steps/replace-job.js'
import { maySetVariables } from '../steps/user-variables.js'
import { isWaiting, UNPLAYABLE } from '../steps/waiting-for-approvals.js'
import { sealedVariables } from '../variables.js'
import type { JobRef } from './find.js'

/** Only jobs of the CI file: what is reported from outside is not ours to move. */
const forChange = (
  forge: Forge,
  { principal }: Caller,
  { project, id }: JobRef,
  ability: ProjectAbility,
): E.Either<Rejection, JobRow> => {
  const access = projectFor(forge, principal, project, 'read_pipeline')
  if (E.isLeft(access)) return access
  const row = forge.read.pipelines.job(access.right.project.id, id)
  if (row === undefined || row.kind !== 'build') return refuse(notFound())
  if (!mayInProject(access.right, ability)) return refuse(forbidden())
  const place = deploymentTargetOf(forge, row.projectId, row)
  return place === undefined || mayDeployTo(forge, principal, place) ? E.right(row) : refuse(forbidden())
}

/** A job that is to be started by somebody's hand. */
const forStart = (forge: Forge, caller: Caller, ref: JobRef): E.Either<Rejection, JobRow> => {
  const job = forChange(forge, caller, ref, 'update_pipeline')
  return E.isRight(job) && isTooOld(forge, caller, job.right) ? refuse(forbidden()) : job
}

/** A manual job as somebody starts it. */
export interface PlayJob extends JobRef {
  /** What the job gets besides; left out: nothing. */
  readonly variables?: ReadonlyArray<PipelineVariable> | undefined
}

/**
 * Starts a manual job.
 *
 * Rejections: `NotFound`; `Forbidden`, also to those who may not deploy there, to those who may give no variables along, and where it is
 * archived; `Refused` while it is not to be started.
 */
export const playJob: UseCase<PlayJob, JobRow> = async (forge, caller, ref) => {
  const job = forStart(forge, caller, ref)
  if (E.isLeft(job)) return job
  if (caller.principal.kind !== 'user') return refuse(forbidden())
  const along = sealedVariables(forge, ref.variables)
  if (along.variables !== undefined && !maySetVariables(forge, caller, job.right.projectId)) return refuse(forbidden())
  if (await isWaiting(forge, caller, job.right)) return refuse(refused(UNPLAYABLE))
  const { userId } = caller.principal
  return execute(forge, caller, job.right, { type: 'PlayJob', jobId: ref.id, userId, ...along, at: caller.context.at })
}

/** Cancels a job; one that is done stays as it is. Rejections: `NotFound`; `Forbidden`. */
export const cancelJob: UseCase<JobRef, JobRow> = async (forge, caller, ref) => {
  const job = forChange(forge, caller, ref, 'update_pipeline')
  if (E.isLeft(job)) return job
  return execute(forge, caller, job.right, { type: 'CancelJob', jobId: ref.id, at: caller.context.at })
}

/** Runs a finished job again as a new one. Rejections: `NotFound`; `Forbidden`, also where it is not done or archived. */
export const retryJob: UseCase<JobRef, JobRow> = async (forge, caller, ref) => {
  const job = forStart(forge, caller, ref)
  if (E.isLeft(job)) return job
  const copies = await replaceJobs(forge, caller, job.right.pipelineId, [job.right])
  return E.isLeft(copies) ? copies : shownJob(forge, copies.right[0])
}

/** What a runner says of a job. */
export interface JobReport extends JobRef {
  readonly status: Exclude<ReportedStatus, 'pending'>
  readonly failureReason: string | undefined
  /** In percent. */
  readonly coverage: number | undefined
}

/** Takes a runner's word about a job of the CI file. Rejections: `NotFound`; `Forbidden` to all but maintainers; `Refused` where it cannot move so. */
export const reportJob: UseCase<JobReport, JobRow> = async (forge, caller, report) => {
  const job = forChange(forge, caller, report, 'run_jobs')
  if (E.isLeft(job)) return job
  // Protected since its turn came: it is held now, and so refused to the runner.
  if (report.status === 'running' && job.right.status === 'pending') await isWaiting(forge, caller, job.right)
  return execute(forge, caller, job.right, {
    type: 'ReportJob',
    jobId: report.id,
    status: report.status,
    failureReason: report.status === 'failed' ? (report.failureReason ?? FAILURE.script) : null,
    coverage: report.coverage ?? null,
    at: caller.context.at,
  })
}

/** Starts delayed jobs whose time has come; how many. Rejections: `Unavailable`. */
export const startDelayedJobs: UseCase<void, number> = async (forge, caller) => {
  const due = forge.read.pipelines.dueJobs(forge.clock.now())
  for (const { id, pipelineId } of due) {
    const context = withNewCommandId(forge, caller.context)
    const done = await executeOnPipeline(forge, pipelineId, { type: 'StartJob', jobId: id, at: context.at }, context)
    if (E.isLeft(done) && done.left.kind === 'Unavailable') return done
  }
  return E.right(due.length)
}
