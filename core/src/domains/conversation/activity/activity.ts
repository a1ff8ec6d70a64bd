import type { Day } from '../../../kernel/index.js'
import type { IssuableType } from '../../issuable/event-fields.js'

/** The relation of an issue to another one. */
export type PairNote = 'duplicate_of' | 'has_duplicate' | 'moved_to' | 'moved_from' | 'cloned_to' | 'cloned_from'

/** A note that the forge writes about an issuable in the name of the user who changed it; its text is made when it is shown. */
export type SystemNote =
  | { readonly kind: 'assignees'; readonly added: ReadonlyArray<number>; readonly removed: ReadonlyArray<number> }
  | { readonly kind: 'reviewers'; readonly added: ReadonlyArray<number>; readonly removed: ReadonlyArray<number> }
  | { readonly kind: 'title'; readonly from: string; readonly to: string }
  | { readonly kind: 'draft'; readonly draft: boolean }
  | { readonly kind: 'description' }
  | { readonly kind: 'locked'; readonly locked: boolean }
  | { readonly kind: 'confidential'; readonly confidential: boolean }
  | { readonly kind: 'due_date'; readonly day: Day | null }
  | { readonly kind: 'target_branch'; readonly from: string; readonly to: string }
  | { readonly kind: 'source_deleted'; readonly branch: string }
  /** Commits pushed to the source branch between two versions. */
  | { readonly kind: 'commits'; readonly from: number; readonly to: number }
  | { readonly kind: 'approved'; readonly approved: boolean }
  | { readonly kind: 'auto_merge_enabled'; readonly sha: string }
  /** Undefined: a user cancelled it. */
  | { readonly kind: 'auto_merge_ended'; readonly reason?: string }
  | { readonly kind: 'time_estimate'; readonly seconds: number }
  | { readonly kind: 'time_spent'; readonly seconds: number }
  | { readonly kind: 'time_reset' }
  /** The issue is a duplicate of another one, was moved or cloned to it, or the other way round. */
  | {
      readonly kind: PairNote
      readonly by: 'Issue'
      readonly iid: number
      readonly projectId?: number
    }
  /** Another issuable mentions this one; `projectId` where it is in another project. */
  | { readonly kind: 'mentioned'; readonly by: IssuableType; readonly iid: number; readonly projectId?: number }

/** One entry of the activity of a merge request or an issue. */
export type Activity =
  | { readonly of: 'note'; readonly note: SystemNote }
  | { readonly of: 'label'; readonly labelId: number; readonly action: 'add' | 'remove' }
  | { readonly of: 'milestone'; readonly milestoneId: number; readonly action: 'add' | 'remove' }
  | { readonly of: 'state'; readonly state: 'closed' | 'reopened' | 'merged' }
  | { readonly of: 'weight'; readonly weight: number | null }

/** The part of an issuable's state from which the activity of an event is derived. */
export interface TrackedState {
  readonly title: string
  readonly assigneeIds: ReadonlyArray<number>
  readonly reviewerIds: ReadonlyArray<number>
  readonly labelIds: ReadonlyArray<number>
  readonly milestoneId: number | null
  readonly targetBranch: string | null
  readonly sourceBranch: string | null
  readonly versionId: number | null
  readonly timeSpent: number
}

/** The tracked state after an event, and the activity derived from the event. */
export interface DerivedActivity {
  readonly after: TrackedState
  readonly activities: ReadonlyArray<Activity>
}

export const systemNote = (note: SystemNote): Activity => ({ of: 'note', note })
