import type { Approval, DeploymentRow } from '@forgefold/core/domains/delivery/deployment'
import { oncePerDatabase, RowCache } from '../../engine/row-cache.js'
import { LastSuccesses } from './last-successes.js'

/** Deployments and their approvals by deployment, and the last success by environment. */
export const deploymentCachesOf = oncePerDatabase(() => ({
  rows: new RowCache<number, DeploymentRow | undefined>(),
  approvals: new RowCache<number, ReadonlyArray<Approval>>(),
  lastSuccesses: new LastSuccesses(),
}))
