import type { Instant } from '../../../kernel/index.js'
import type { ApprovalRequirement } from '../protected-environment/policy.js'
import type { ApprovalDecision } from './approval.js'
import type { DeploymentCreatedData } from './events.js'
import type { DeploymentStatus, RequestedStatus } from './status.js'

export type DeploymentCommand =
  | (DeploymentCreatedData & {
      readonly type: 'Create'
      /** The initial status: `created`, or the one that the request or the environment's protection sets. */
      readonly status: DeploymentStatus
      /** The name of its environment, where that is made beside it. */
      readonly introduces?: string | undefined
      readonly at: Instant
    })
  /** Moves a deployment that was created through the API; one with a job follows its job instead. */
  | {
      readonly type: 'Move'
      readonly to: RequestedStatus
      /** The status for which the caller's rights were checked, where that matters. */
      readonly seen?: DeploymentStatus
      readonly at: Instant
    }
  /** The job has a new status; the same status again changes nothing. */
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
  /** Holds the job back until the deployment is approved; nothing where it has been approved by now. */
  | { readonly type: 'Block'; readonly requirement: ApprovalRequirement; readonly at: Instant }
  /** The environment requires no approvals any more. */
  | { readonly type: 'LiftBlock'; readonly at: Instant }
  /** Links the merge requests it shipped, once, at its first success. */
  | { readonly type: 'LinkMergeRequests'; readonly ids: ReadonlyArray<number> }
  | {
      readonly type: 'Delete'
      /** The status for which `latest` was determined: `Conflict` where it has changed since. */
      readonly seen: DeploymentStatus
      readonly latest: boolean
    }
  /** The environment is deleted. */
  | { readonly type: 'DeleteWithEnvironment' }
