import type { Description } from '../../issuable/event-fields.js'
import type { AutoMerge, MergePlan } from './events.js'
import type { MergeStatus } from './rules/merge-status.js'
import type { Version } from './version.js'

/** `locked`: a merge is in progress. */
export const MERGE_REQUEST_STATES = ['opened', 'closed', 'locked', 'merged'] as const
export type MergeRequestStatus = (typeof MERGE_REQUEST_STATES)[number]

export interface RebaseInProgress {
  readonly by: number
  readonly skipCi: boolean
  readonly head: string
}

/** A merge request as `decide` needs it. */
export interface LiveMergeRequest {
  readonly kind: 'live'
  readonly iid: number
  readonly sourceProjectId: number
  readonly targetProjectId: number
  readonly sourceBranch: string
  readonly targetBranch: string
  readonly authorId: number
  readonly title: string
  readonly description: Description
  readonly status: MergeRequestStatus
  readonly assigneeIds: ReadonlyArray<number>
  readonly reviewerIds: ReadonlyArray<number>
  readonly labelIds: ReadonlyArray<number>
  readonly mentionedIds: ReadonlyArray<number>
  readonly milestoneId: number | null
  readonly squash: boolean
  readonly forceRemoveSourceBranch: boolean | null
  readonly allowCollaboration: boolean
  readonly discussionLocked: boolean | null
  readonly approvalsBeforeMerge: number | null
  /** The latest one. */
  readonly version: Version | undefined
  readonly mergeStatus: MergeStatus
  /** The heads of the last check. */
  readonly checked: { readonly head: string | null; readonly target: string | null } | undefined
  readonly mergeRef: string | null
  /** While locked: the merge in progress. */
  readonly plan: MergePlan | undefined
  readonly autoMerge: AutoMerge | undefined
  readonly rebase: RebaseInProgress | undefined
  readonly mergeError: string | null
  readonly timeEstimate: number
  readonly timeSpent: number
  /** Explicit choices; other users are subscribed by participating. */
  readonly subscriptions: Readonly<Record<string, boolean>>
  readonly approvals: ReadonlyArray<number>
  readonly reviewed: ReadonlyArray<number>
}

export type MergeRequestState = { readonly kind: 'none' } | LiveMergeRequest | { readonly kind: 'deleted' }
