import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Query, UseCase } from '../../../../app/forge.js'
import { forbidden } from '../../../../kernel/index.js'
import { appendTrace } from '../../job-output/trace.js'
import type { JobRow } from '../../pipeline/queries.js'
import { reportRunnerJob } from '../../pipeline/steps/run-job.js'
import type { JobReport } from '../../pipeline/use-cases/jobs.js'

/** A job as its runner names it: by the job's token. */
export interface RunnerJobRef {
  readonly id: number
  readonly token: string
}

/** The job of this token, in whatever status. Rejections: `Forbidden`. */
export const findRunnerJob: Query<RunnerJobRef, JobRow> = (forge, _caller, { id, token }) => {
  const row = forge.read.jobTokens.byDigest(forge.secrets.digest(token))
  const job = row?.jobId === id ? forge.read.pipelines.jobById(id) : undefined
  return E.fromNullable(forbidden())(job)
}

/** The status of a job for its runner. */
export interface RunnerJob {
  readonly job: JobRow
  /** Whether it still runs; if not, the rest of the runner's report was ignored. */
  readonly runs: boolean
}

/** A report of a job's runner. */
export interface RunnerJobUpdate extends RunnerJobRef {
  readonly status: 'running' | Exclude<JobReport['status'], 'running'>
  readonly failureReason: string | undefined
  readonly coverage: number | undefined
  /** The code with which the script has failed. */
  readonly exitCode?: number | undefined
}

/** Records the report of a job's runner. Rejections: `Forbidden` where the token is not the job's. */
export const updateRunnerJob: UseCase<RunnerJobUpdate, RunnerJob> = async (forge, caller, report) => {
  const found = findRunnerJob(forge, caller, report)
  if (E.isLeft(found)) return found
  const job = found.right
  if (job.status !== 'running') return E.right({ job, runs: false })
  if (report.status === 'running') return E.right({ job, runs: true })
  const done = await reportRunnerJob(forge, withNewCommandId(forge, caller.context), job, report)
  return E.isLeft(done) ? done : E.right({ job: done.right, runs: true })
}

/** A piece of the trace of a job. */
export interface TraceAppend extends RunnerJobRef {
  /** The offset in bytes. */
  readonly offset: number
  readonly bytes: Uint8Array
}

/** The result of appending to a trace. */
export interface TraceAppendResult extends RunnerJob {
  /** In bytes. */
  readonly size: number
  /** Whether the piece began at the end of the trace. */
  readonly fits: boolean
}

/** Appends to the trace of a running job. Rejections: `Forbidden` where the token is not the job's; `TooLarge`. */
export const appendRunnerTrace: UseCase<TraceAppend, TraceAppendResult> = async (
  forge,
  caller,
  { offset, bytes, ...ref },
) => {
  const found = findRunnerJob(forge, caller, ref)
  if (E.isLeft(found)) return found
  const job = found.right
  if (job.status !== 'running') return E.right({ job, runs: false, size: 0, fits: false })
  const done = await appendTrace(forge, caller, { job, offset, bytes })
  return E.isLeft(done) ? done : E.right({ job, runs: true, ...done.right })
}
