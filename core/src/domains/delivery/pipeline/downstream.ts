import type { Instant } from '../../../kernel/index.js'
import type { PipelineEvent } from './events.js'
import { FAILURE } from './failure-reasons.js'
import { turnAgain } from './followers.js'
import type { Job } from './job.js'
import { moved } from './progress.js'
import type { LivePipeline } from './state.js'
import { type CiStatus, isComplete } from './status.js'

/** The status of a bridge that depends on a pipeline in this status. */
const followed = (status: CiStatus): CiStatus => {
  if (status === 'success' || status === 'canceled') return status
  return status === 'failed' || status === 'skipped' ? 'failed' : 'running'
}

const HAS_STARTED: ReadonlyArray<CiStatus> = ['pending', 'running', 'success', 'failed']

/** A bridge that depends on the pipeline that it started follows its status, also when that is retried. One that was cancelled stays so. */
export const followDownstream = (
  downstream: CiStatus,
  live: LivePipeline,
  job: Job,
  at: Instant,
): ReadonlyArray<PipelineEvent> => {
  const status = followed(downstream)
  if (job.trigger?.depends !== true || job.retried || job.status === status || !HAS_STARTED.includes(job.status))
    return []
  const failureReason = status === 'failed' ? FAILURE.downstream : null
  return [moved(job.id, status, at, { failureReason }), ...(isComplete(job.status) ? turnAgain(live, job, at) : [])]
}
