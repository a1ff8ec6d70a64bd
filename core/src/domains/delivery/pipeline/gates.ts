import type { Forge } from '../../../app/forge.js'
import { type EnvironmentTier, guessTier } from '../environment-naming/tier.js'
import { approvalsNeeded, type DeploymentTarget, mayDeployAs } from '../protected-environment/facts.js'
import type { Gates } from './commands.js'
import type { JobData } from './events.js'

/** The environment of a job and its action. */
type Placed = Pick<JobData, 'environment' | 'environmentAction'> & {
  readonly environmentTier?: EnvironmentTier | undefined
}

/** The environment of a job; undefined for jobs without one. */
export const deploymentTargetOf = (forge: Forge, projectId: number, job: Placed): DeploymentTarget | undefined => {
  const { environment: name, environmentTier } = job
  if (name === null || name === '') return undefined
  const known = forge.read.environments.named(projectId, name)
  return { projectId, name, tier: known?.tier ?? environmentTier ?? guessTier(name) }
}

/** Whether the job deploys; the other actions prepare, verify, access or stop an environment. */
export const isDeploying = ({ environmentAction }: Pick<Placed, 'environmentAction'>): boolean =>
  environmentAction === 'start'

/** Whether the job deploys where approvals are required, and some are missing. */
export const lacksApprovals = (forge: Forge, projectId: number, job: Placed & { readonly id: number }): boolean => {
  const place = isDeploying(job) ? deploymentTargetOf(forge, projectId, job) : undefined
  const requirement = place === undefined ? undefined : approvalsNeeded(forge, place)
  return requirement !== undefined && !forge.jobDeployments.isApproved(job.id, requirement)
}

type Gated = Placed & Pick<JobData, 'id' | 'userId'>

/** The gates of jobs that may start. They are determined at every change of a pipeline, so that later protections count too. */
export const gatesOf = (forge: Forge, projectId: number, jobs: ReadonlyArray<Gated>): Gates => {
  const gates = new Map<number, 'held' | 'barred'>()
  for (const job of jobs) {
    const place = deploymentTargetOf(forge, projectId, job)
    if (place === undefined) continue
    if (lacksApprovals(forge, projectId, job)) gates.set(job.id, 'held')
    else if (!mayDeployAs(forge, job.userId, place)) gates.set(job.id, 'barred')
  }
  return gates
}
