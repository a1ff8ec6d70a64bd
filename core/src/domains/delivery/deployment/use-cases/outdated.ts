import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { FAILURE } from '../../pipeline/failure-reasons.js'
import { tellPipeline } from '../../pipeline/use-cases/tell.js'
import type { DeploymentRow } from '../queries.js'

/**
 * Fails the jobs of older deployments of the environment that have not ended, now that this one runs: an older commit must not overtake
 * it. Manual jobs stay, whoever starts one means it; so do deployments without a job, and projects that do not want it.
 */
export const dropOutdated = async (forge: Forge, context: CommandContext, row: DeploymentRow): Promise<void> => {
  if (forge.read.projects.byId(row.projectId)?.ciForwardDeploymentEnabled !== true) return
  for (const jobId of forge.read.deployments.olderJobs(row.environmentId, row.id)) {
    const job = forge.read.pipelines.jobById(jobId)
    if (job === undefined || job.status === 'manual') continue
    const command = { type: 'DropJob', jobId, reason: FAILURE.outdated, at: context.at } as const
    const dropped = await tellPipeline(forge, job.pipelineId, command, withNewCommandId(forge, context))
    if (E.isLeft(dropped) && dropped.left.kind === 'Unavailable') throw new Error(dropped.left.reason)
  }
}
