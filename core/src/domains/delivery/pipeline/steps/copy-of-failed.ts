import * as E from 'fp-ts/lib/Either.js'
import type { Forge } from '../../../../app/forge.js'
import type { Rejection } from '../../../../kernel/index.js'
import { FAILURE } from '../failure-reasons.js'
import type { JobRow } from '../queries.js'
import { findExecution } from './find-execution.js'

/** How a job ended. */
interface End {
  readonly status: string
  readonly failureReason: string | undefined
}

/** The reason recorded for a job that failed; null for others. */
export const reasonOf = ({ status, failureReason }: End): string | null =>
  status === 'failed' ? (failureReason ?? FAILURE.script) : null

/**
 * The number for the copy of a job that has failed, where its CI file retries it (docs/reference/behaviour/delivery.md#single-pipeline);
 * undefined for others. Rejections: `Unavailable`.
 */
export const copyOfFailed = async (
  forge: Forge,
  job: JobRow,
  end: End,
): Promise<E.Either<Rejection, number | undefined>> => {
  const reason = reasonOf(end)
  const { pipelines, projects } = forge.read
  const pipeline = pipelines.byId(job.pipelineId)
  const project = projects.byId(job.projectId)
  if (reason === null || pipeline === undefined || project === undefined) return E.right(undefined)
  const { retry } = await findExecution(forge, { job, pipeline, project })
  if (retry === null || !(retry.when.includes('always') || retry.when.includes(reason))) return E.right(undefined)
  const earlier = pipelines.jobs(job.pipelineId, true).filter(({ name, retried }) => retried && name === job.name)
  return earlier.length < retry.max ? forge.numbers.next('job') : E.right(undefined)
}
