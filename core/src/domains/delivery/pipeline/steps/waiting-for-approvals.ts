import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { lacksApprovals } from '../gates.js'
import type { JobRow } from '../queries.js'
import { executeOnPipeline } from './execute-on-pipeline.js'

/** The refusal of a job that cannot be started by hand. */
export const UNPLAYABLE = '400 Bad request - Unplayable Job'

/**
 * Whether the job has to wait for approvals under the present protections. One that was not held before is held from now on, and where no
 * approval is missing any more its deployment is unblocked.
 */
export const isWaiting = async (forge: Forge, { context }: Pick<Caller, 'context'>, job: JobRow): Promise<boolean> => {
  if (lacksApprovals(forge, job.projectId, job)) {
    const hold = { type: 'HoldJob', jobId: job.id, at: context.at } as const
    await executeOnPipeline(forge, job.pipelineId, hold, withNewCommandId(forge, context))
    return true
  }
  await forge.jobDeployments.unblock(context, job.id)
  return false
}
