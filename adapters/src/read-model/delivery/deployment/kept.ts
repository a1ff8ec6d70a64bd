import type { Approval, DeploymentRow } from '@forgefold/core/domains/delivery/deployment'
import { KeptRows, oncePerDatabase } from '../../engine/kept-rows.js'
import { LastSuccesses } from '../last-successes.js'

/** Deployments, their approvals and the last success of each environment as they were last read. */
export const keptOf = oncePerDatabase(() => ({
  rows: new KeptRows<DeploymentRow>(),
  approvals: new KeptRows<ReadonlyArray<Approval>>(),
  latest: new LastSuccesses(),
}))
