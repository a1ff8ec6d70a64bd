import * as E from 'fp-ts/lib/Either.js'
import type { Lookup, UseCase } from '../../../app/forge.js'
import type { JobRow } from '../pipeline/queries.js'
import { type JobReport, reportJob } from '../pipeline/use-cases/jobs.js'
import type { JobTokenRow } from './queries.js'
import { issueJobToken } from './steps/issue.js'

/** A job as its runner sees it, with its token when it has just started. */
export interface JobWithToken {
  readonly job: JobRow
  readonly token: string | undefined
}

/** Records a runner's report about a job; the runner that starts it gets the job's token, once. Rejections: those of `reportJob`. */
export const runJob: UseCase<JobReport, JobWithToken> = async (forge, caller, report) => {
  const reported = await reportJob(forge, caller, report)
  if (E.isLeft(reported)) return reported
  const job = reported.right
  if (report.status !== 'running' || job.userId === null) return E.right({ job, token: undefined })
  return E.map((token: string) => ({ job, token }))(await issueJobToken(forge, caller.context, job))
}

/** The token of a running job by the SHA-256 of its secret, hexadecimal; undefined once the job has ended. */
export const runningJobToken: Lookup<string, JobTokenRow | undefined> = (forge, digest) => {
  const row = forge.read.jobTokens.byDigest(digest)
  return row !== undefined && forge.read.pipelines.jobById(row.jobId)?.status === 'running' ? row : undefined
}
