import type { Changes } from '../../../kernel/index.js'
import type { TimeCommand } from '../../issuable/time-tracking.js'
import type { AutoMerge, KeptApprovals, MergePlan, MergeRequestData, ReviewState } from './events.js'
import type { Version } from './version.js'

type Created = MergeRequestData<'MergeRequestCreated'>

/** What an update may set; undefined leaves a thing as it is. */
export type DetailChanges = Changes<MergeRequestData<'DetailsChanged'>>

/** Nobody's approval (the default), everybody's, or those of these people. */
export type ApprovalsReset = 'none' | 'all' | ReadonlyArray<number>

export type MergeRequestCommand =
  | ({ readonly type: 'Create'; readonly version: Version } & Created)
  | {
      readonly type: 'Change'
      readonly changes: DetailChanges
      readonly assigneeIds?: ReadonlyArray<number> | undefined
      readonly reviewerIds?: ReadonlyArray<number> | undefined
      readonly labelIds?: ReadonlyArray<number> | undefined
    }
  | { readonly type: 'Retarget'; readonly targetBranch: string; readonly version: Version; readonly by: number | null }
  | { readonly type: 'Close'; readonly by: number | null; readonly because: 'asked' | 'source_deleted' }
  | { readonly type: 'Reopen'; readonly by: number; readonly version: Version }
  /** The source branch moved, or the target branch in a way that matters. */
  /** `resets`: whose approvals go with the version that they were given for. */
  | { readonly type: 'RecordVersion'; readonly version: Version; readonly resets?: ApprovalsReset | undefined }
  /** A check of this head against that target is about to begin. */
  | { readonly type: 'StartCheck'; readonly head: string | null; readonly target: string | null }
  | ({ readonly type: 'FinishCheck' } & MergeRequestData<'CheckFinished'>)
  /** `approvedBy`: those whose approvals it goes by; without one of them it does not begin. */
  | ({ readonly type: 'StartMerge'; readonly approvedBy?: ReadonlyArray<number> | undefined } & MergePlan)
  /** The target branch has the plan's commit. */
  | { readonly type: 'FinishMerge'; readonly plan: MergePlan; readonly approvals?: KeptApprovals }
  | { readonly type: 'AbortMerge'; readonly plan: MergePlan; readonly error: string }
  /** An attempt that did not even begin. */
  | { readonly type: 'NoteMergeError'; readonly error: string }
  /** Its head was found in the target branch. */
  | {
      readonly type: 'MergedByPush'
      readonly by: number | null
      readonly head: string
      readonly mergeCommitSha: string | null
      readonly approvals?: KeptApprovals
    }
  | ({ readonly type: 'EnableAutoMerge' } & AutoMerge)
  | {
      readonly type: 'CancelAutoMerge'
      readonly reason: MergeRequestData<'AutoMergeDisarmed'>['reason']
      readonly by: number | null
    }
  | { readonly type: 'QueueRebase'; readonly by: number; readonly skipCi: boolean; readonly head: string }
  | { readonly type: 'FinishRebase'; readonly head: string }
  | { readonly type: 'FailRebase'; readonly error: string }
  | TimeCommand
  /** `participates`: is subscribed as long as there is no explicit wish. */
  | { readonly type: 'Subscribe'; readonly userId: number; readonly participates: boolean }
  | { readonly type: 'Unsubscribe'; readonly userId: number; readonly participates: boolean }
  | { readonly type: 'Approve'; readonly userId: number; readonly sha: string | null }
  | { readonly type: 'Unapprove'; readonly userId: number }
  | { readonly type: 'ResetApprovals' }
  | {
      readonly type: 'SetReviewState'
      readonly userId: number
      readonly state: ReviewState
      readonly by: number | null
    }
  | { readonly type: 'Delete'; readonly by: number }
