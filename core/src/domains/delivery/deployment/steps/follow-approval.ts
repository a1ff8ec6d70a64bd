import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { FAILURE } from '../../pipeline/failure-reasons.js'
import { executeOnPipeline } from '../../pipeline/steps/execute-on-pipeline.js'
import type { DeploymentRow } from '../queries.js'

/** Starts the job in unified mode; in rules mode a user who may deploy starts it. */
export const continueAfterApproval = async (
  forge: Forge,
  context: CommandContext,
  row: DeploymentRow,
  userId: number,
): Promise<void> => {
  const counted = forge.read.deployments.approvals(row.id)
  if (row.jobId === null || counted.length === 0 || counted.some(({ ruleId }) => ruleId !== null)) return
  const job = forge.read.pipelines.jobById(row.jobId)
  if (job?.status !== 'manual') return
  const command = { type: 'PlayJob', jobId: job.id, userId: job.userId ?? userId, at: context.at } as const
  await executeOnPipeline(forge, job.pipelineId, command, withNewCommandId(forge, context))
}

/** A rejection ends the job. */
export const stopAfterRejection = async (forge: Forge, context: CommandContext, row: DeploymentRow): Promise<void> => {
  const job = row.jobId === null ? undefined : forge.read.pipelines.jobById(row.jobId)
  if (job === undefined) return
  const command = { type: 'DropJob', jobId: job.id, reason: FAILURE.rejected, at: context.at } as const
  await executeOnPipeline(forge, job.pipelineId, command, withNewCommandId(forge, context))
}
