import type { CommandContext } from '../../../app/command-context.js'
import type { ApprovalRequirement } from '../protected-environment/policy.js'
import type { JobData } from './events.js'

/** The deployments of jobs, as the pipeline domain needs them; the deployment domain implements it. */
export interface JobDeployments {
  /** Creates the deployments of a pipeline's first jobs, so that the pipeline's creator sees them; it does not fail. */
  readonly createFirst: (context: CommandContext, pipelineId: number, jobs: ReadonlyArray<JobData>) => Promise<void>
  /** Whether the required approvals have been given; false where the job has no deployment. */
  readonly isApproved: (jobId: number, requirement: ApprovalRequirement) => boolean
  /** Unblocks the deployment of a job; nothing where it is not blocked. */
  readonly unblock: (context: CommandContext, jobId: number) => Promise<void>
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly jobDeployments: JobDeployments
  }
}
