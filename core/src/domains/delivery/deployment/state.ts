import type { Instant } from '../../../kernel/index.js'
import type { Approval } from './approval.js'
import type { DeploymentCreatedData } from './events.js'
import type { DeploymentStatus } from './status.js'

/** A deployment as `decide` needs it. */
export interface LiveDeployment extends DeploymentCreatedData {
  readonly kind: 'live'
  readonly status: DeploymentStatus
  readonly finishedAt: Instant | null
  /** One per user, oldest first. */
  readonly approvals: ReadonlyArray<Approval>
  /** A rejection is final. */
  readonly rejected: boolean
  readonly mergeRequestIds: ReadonlyArray<number>
  /** Its merge requests are linked, and never change again. */
  readonly linked: boolean
}

export type DeploymentState = { readonly kind: 'none' } | LiveDeployment | { readonly kind: 'deleted' }
