import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../app/command-context.js'
import type { Lookup, UseCase } from '../../../app/forge.js'
import type { JobRow } from '../pipeline/queries.js'
import { type JobReport, reportJob } from '../pipeline/use-cases/jobs.js'
import { jobToken } from './aggregate.js'
import type { JobTokenRow } from './queries.js'

const TOKEN_LENGTH = 20

/** A job as its runner sees it: with its token when it has just begun. */
export interface RunnersJob {
  readonly job: JobRow
  readonly token: string | undefined
}

/** Takes a runner's word about a job; the runner that lets it begin is given the job's token, once. Rejections: those of `reportJob`. */
export const runJob: UseCase<JobReport, RunnersJob> = async (forge, caller, report) => {
  const reported = await reportJob(forge, caller, report)
  if (E.isLeft(reported)) return reported
  const job = reported.right
  const { id: jobId, pipelineId, projectId, userId } = job
  if (report.status !== 'running' || userId === null) return E.right({ job, token: undefined })
  const token = forge.secrets.token(TOKEN_LENGTH)
  const digest = forge.secrets.digest(token)
  const issued = await forge.aggregates.execute(
    jobToken,
    jobId,
    { type: 'Issue', jobId, pipelineId, projectId, userId, digest },
    withNewCommandId(forge, caller.context),
  )
  return E.isLeft(issued) ? issued : E.right({ job, token })
}

/** The token of a running job by the SHA-256 of its secret, hexadecimal; undefined once the job has ended. */
export const runningJobToken: Lookup<string, JobTokenRow | undefined> = (forge, digest) => {
  const row = forge.read.jobTokens.byDigest(digest)
  return row !== undefined && forge.read.pipelines.jobById(row.jobId)?.status === 'running' ? row : undefined
}
