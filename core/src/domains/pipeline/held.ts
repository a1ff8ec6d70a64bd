import type { Forge } from '../../app/forge.js'
import { type EnvironmentTier, guessTier } from '../environment/tier.js'
import { approvalsNeeded, type Place } from '../protected-environment/facts.js'
import type { JobData } from './events.js'

/** What a job says of where it deploys to. */
type Deploying = Pick<JobData, 'environment' | 'environmentAction'> & {
  readonly environmentTier?: EnvironmentTier | undefined
}

/** The environment that a job deploys to; undefined for jobs that deploy nothing. */
export const placeOfJob = (forge: Forge, projectId: number, job: Deploying): Place | undefined => {
  const { environment: name, environmentAction, environmentTier } = job
  if (name === null || name === '' || environmentAction !== 'start') return undefined
  const known = forge.read.environments.named(projectId, name)
  return { projectId, name, tier: known?.tier ?? environmentTier ?? guessTier(name) }
}

/** The job, held back where its environment asks for approvals. */
export const heldWhereAsked = (forge: Forge, projectId: number, job: JobData): JobData => {
  const { held: _, ...rest } = job
  const place = placeOfJob(forge, projectId, job)
  return place !== undefined && approvalsNeeded(forge, place) !== undefined ? { ...rest, held: true } : rest
}
