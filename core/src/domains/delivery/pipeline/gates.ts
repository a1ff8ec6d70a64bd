import type { Forge } from '../../../app/forge.js'
import { type EnvironmentTier, guessTier } from '../environment-naming/tier.js'
import { approvalsNeeded, type DeploymentTarget, mayDeployAs } from '../protected-environment/facts.js'
import type { Gates } from './commands.js'
import type { JobData } from './events.js'

/** What a job says of where it works. */
type Placed = Pick<JobData, 'environment' | 'environmentAction'> & {
  readonly environmentTier?: EnvironmentTier | undefined
}

/** The environment that a job works in; undefined for jobs without one. */
export const deploymentTargetOf = (forge: Forge, projectId: number, job: Placed): DeploymentTarget | undefined => {
  const { environment: name, environmentTier } = job
  if (name === null || name === '') return undefined
  const known = forge.read.environments.named(projectId, name)
  return { projectId, name, tier: known?.tier ?? environmentTier ?? guessTier(name) }
}

/** Whether the job deploys; the others prepare, verify, enter or stop what was deployed. */
export const isDeploying = ({ environmentAction }: Pick<Placed, 'environmentAction'>): boolean =>
  environmentAction === 'start'

/** Whether approvals are asked for where the job deploys, and are not all there yet. */
export const lacksApprovals = (forge: Forge, projectId: number, job: Placed & { readonly id: number }): boolean => {
  const place = isDeploying(job) ? deploymentTargetOf(forge, projectId, job) : undefined
  const requirement = place === undefined ? undefined : approvalsNeeded(forge, place)
  return requirement !== undefined && !forge.jobDeployments.isApproved(job.id, requirement)
}

type Gated = Placed & Pick<JobData, 'id' | 'userId'>

/** What protections say of jobs whose turn may come: they are asked at every move of a pipeline, so that a later protection counts too. */
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
