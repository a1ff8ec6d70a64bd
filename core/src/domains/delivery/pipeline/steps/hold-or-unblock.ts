import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { lacksApprovals } from '../gates.js'
import type { JobRow } from '../queries.js'
import { executeOnPipeline } from './execute-on-pipeline.js'

/** The refusal of a job that cannot be started by hand. */
export const UNPLAYABLE = '400 Bad request - Unplayable Job'

/**
 * Holds a job that lacks approvals under the present protections, or else unblocks its deployment.
 * Returns whether the job is held.
 */
export const holdOrUnblock = async (
  forge: Forge,
  { context }: Pick<Caller, 'context'>,
  job: JobRow,
): Promise<boolean> => {
  if (lacksApprovals(forge, job.projectId, job)) {
    const hold = { type: 'HoldJob', jobId: job.id, at: context.at } as const
    await executeOnPipeline(forge, job.pipelineId, hold, withNewCommandId(forge, context))
    return true
  }
  await forge.jobDeployments.unblock(context, job.id)
  return false
}
