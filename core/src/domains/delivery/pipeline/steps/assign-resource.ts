import type { CommandContext } from '../../../../app/command-context.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { executeOrRetry, valueOrRetry } from '../../../../app/reactors.js'
import { type ResourceGroupCommand, resourceGroup } from '../../resource-group/aggregate.js'
import { isActive } from '../status.js'
import { executeOnPipeline } from './execute-on-pipeline.js'

/**
 * Gives the resource of a group to the next job, once no other job has it.
 *
 * The group records who has the resource; the job becomes pending afterwards. Where that was interrupted it is made up for here, and so is the
 * release of a resource whose job has ended, is held or is deleted.
 */
export const assignResource = async (forge: Forge, context: CommandContext, groupId: number): Promise<void> => {
  const tell = (command: ResourceGroupCommand) =>
    executeOrRetry(forge, resourceGroup, groupId, command, withNewCommandId(forge, context))
  for (;;) {
    const group = forge.read.resourceGroups.byId(groupId)
    if (group === undefined) return
    const { jobId } = group
    if (jobId === null) {
      const next = forge.read.pipelines.upcomingJobs(group, { page: 1, perPage: 1 }).rows[0]
      if (next?.status !== 'waiting_for_resource') return
      if ((await tell({ type: 'Assign', jobId: next.id })) === undefined) return
      continue
    }
    const job = forge.read.pipelines.jobById(jobId)
    if (job === undefined || !isActive(job.status)) {
      await tell({ type: 'Release', jobId })
      continue
    }
    if (job.status !== 'waiting_for_resource') return
    const grant = { type: 'GrantResourceToJob', jobId, at: context.at } as const
    valueOrRetry(await executeOnPipeline(forge, job.pipelineId, grant, withNewCommandId(forge, context)))
    return
  }
}
