import type { CommandContext } from '../../../app/command-context.js'
import type { ApprovalRequirement } from '../protected-environment/policy.js'
import type { JobData } from './events.js'

/** The deployments of jobs, as pipelines ask for them: the domain of deployments provides them. */
export interface JobDeployments {
  /** Makes the deployments of a pipeline's first jobs, so that whoever made the pipeline sees them; it does not fail. */
  readonly createFirst: (context: CommandContext, pipelineId: number, jobs: ReadonlyArray<JobData>) => Promise<void>
  /** Whether the approvals that are required have been given; false where the job has no deployment. */
  readonly isApproved: (jobId: number, requirement: ApprovalRequirement) => boolean
  /** Unblocks the deployment of a job; nothing happens where it is not blocked. */
  readonly unblock: (context: CommandContext, jobId: number) => Promise<void>
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly jobDeployments: JobDeployments
  }
}
