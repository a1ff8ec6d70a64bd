import * as E from 'fp-ts/lib/Either.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { type Rejection, refuse, refused } from '../../../../kernel/index.js'
import type { JobRow } from '../queries.js'
import type { JobReport } from '../use-cases/jobs.js'
import { copyOfFailed, reasonOf } from './copy-of-failed.js'
import { executeOnPipeline } from './execute-on-pipeline.js'
import { holdOrUnblock, UNPLAYABLE } from './hold-or-unblock.js'
import { resultsOf } from './results-of-job.js'

/** Starts a job that a runner takes. Rejections: `Refused` where it waits for approvals or has started; `Unavailable`. */
export const beginJob = async (
  forge: Forge,
  context: CommandContext,
  job: JobRow,
  runnerId: number,
): Promise<E.Either<Rejection, JobRow>> => {
  if (await holdOrUnblock(forge, { context }, job)) return refuse(refused(UNPLAYABLE))
  const { id: jobId, pipelineId } = job
  const report = { type: 'ReportJob', jobId, status: 'running', failureReason: null, coverage: null, runnerId } as const
  const done = await executeOnPipeline(forge, pipelineId, { ...report, at: context.at }, context)
  return E.isLeft(done) ? done : E.right(forge.read.pipelines.jobById(jobId) ?? job)
}

/**
 * Records the report of a job's own runner, which has authenticated with the job's token. Rejections: `Refused` for a status that the job
 * cannot take; `Unavailable`.
 */
export const reportRunnerJob = async (
  forge: Forge,
  context: CommandContext,
  job: JobRow,
  { status, failureReason, coverage, exitCode }: Omit<JobReport, 'id' | 'project'>,
): Promise<E.Either<Rejection, JobRow>> => {
  const copy = await copyOfFailed(forge, job, { status, failureReason })
  if (E.isLeft(copy)) return copy
  const done = await executeOnPipeline(
    forge,
    job.pipelineId,
    {
      type: 'ReportJob',
      jobId: job.id,
      status,
      failureReason: reasonOf({ status, failureReason }),
      exitCode,
      copyId: copy.right,
      ...(await resultsOf(forge, job, { status, coverage })),
      at: context.at,
    },
    context,
  )
  return E.isLeft(done) ? done : E.right(forge.read.pipelines.jobById(job.id) ?? job)
}
