import type { Instant } from '../../../kernel/index.js'
import type { ApprovalRequirement } from '../protected-environment/policy.js'
import type { ApprovalDecision } from './approval.js'
import type { DeploymentCreatedData } from './events.js'
import type { DeploymentStatus, RequestedStatus } from './status.js'

export type DeploymentCommand =
  | (DeploymentCreatedData & {
      readonly type: 'Create'
      /** Where it begins: `created`, or at once where the request or the environment's protection puts it. */
      readonly status: DeploymentStatus
      readonly at: Instant
    })
  /** By the API; a deployment with a job follows its job instead. */
  | {
      readonly type: 'Move'
      readonly to: RequestedStatus
      /** What the caller's rights to the move were checked against, where that matters. */
      readonly seen?: DeploymentStatus
      readonly at: Instant
    }
  /** The job has moved; same status again is nothing new. */
  | { readonly type: 'FollowJob'; readonly to: RequestedStatus | 'skipped' | 'created'; readonly at: Instant }
  | {
      readonly type: 'Decide'
      readonly decision: ApprovalDecision
      readonly userId: number
      readonly comment: string | null
      readonly ruleId: number | null
      readonly requirement: ApprovalRequirement
      readonly at: Instant
    }
  /** Its job is held back until that is approved; nothing where it is by now. */
  | { readonly type: 'Block'; readonly requirement: ApprovalRequirement; readonly at: Instant }
  /** Nothing has to be approved there any more. */
  | { readonly type: 'LiftBlock'; readonly at: Instant }
  /** Once, at its first success: what it brought. */
  | { readonly type: 'LinkMergeRequests'; readonly ids: ReadonlyArray<number> }
  | {
      readonly type: 'Delete'
      /** The status against which `latest` was found: `Conflict` where it has moved meanwhile. */
      readonly seen: DeploymentStatus
      readonly latest: boolean
    }
  /** Its environment is gone. */
  | { readonly type: 'DeleteWithEnvironment' }
