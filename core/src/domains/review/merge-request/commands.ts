import type { Changes } from '../../../kernel/index.js'
import type { TimeCommand } from '../../issuable/time-tracking.js'
import type { AutoMerge, KeptApprovals, MergePlan, MergeRequestData, ReviewState } from './events.js'
import type { Version } from './version.js'

type Created = MergeRequestData<'MergeRequestCreated'>

/** The fields of an update; undefined ones stay as they are. */
export type DetailChanges = Changes<MergeRequestData<'DetailsChanged'>>

/** Whose approvals are reset: none (the default), all, or those of these users. */
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
  /** `resets`: whose approvals end with the version that they were given for. */
  | { readonly type: 'RecordVersion'; readonly version: Version; readonly resets?: ApprovalsReset | undefined }
  /** A mergeability check of this head against that target begins. */
  | { readonly type: 'StartCheck'; readonly head: string | null; readonly target: string | null }
  | ({ readonly type: 'FinishCheck' } & MergeRequestData<'CheckFinished'>)
  /** `approvedBy`: the users whose approvals it relies on; without one of them it does not begin. */
  | ({ readonly type: 'StartMerge'; readonly approvedBy?: ReadonlyArray<number> | undefined } & MergePlan)
  /** The target branch has the commit of the plan. */
  | { readonly type: 'FinishMerge'; readonly plan: MergePlan; readonly approvals?: KeptApprovals }
  | { readonly type: 'AbortMerge'; readonly plan: MergePlan; readonly error: string }
  /** An attempt that did not begin. */
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
  /** `participates`: the user is subscribed unless they unsubscribe. */
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
