import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import type { JobDeployments } from '../../pipeline/job-deployments-port.js'
import { isSatisfied } from '../approval.js'
import { deployment } from '../decider.js'
import { deployByFirstJobs } from './follow-job.js'

/** The deployments of jobs, through the interface that pipelines declare. */
export const jobDeploymentsOf = (forge: () => Forge): JobDeployments => ({
  createFirst: (context, pipelineId, jobs) => deployByFirstJobs(forge(), context, pipelineId, jobs),
  isApproved: (jobId, requirement) => {
    const { deployments } = forge().read
    const row = deployments.byJob(jobId)
    return row !== undefined && isSatisfied(requirement, deployments.approvals(row.id))
  },
  unblock: async (context, jobId) => {
    const { read, aggregates } = forge()
    const row = read.deployments.byJob(jobId)
    if (row?.status !== 'blocked') return
    const command = { type: 'LiftBlock', at: context.at } as const
    await aggregates.execute(deployment, row.id, command, withNewCommandId(forge(), context))
  },
})
