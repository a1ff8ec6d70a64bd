import type { Changes, Instant } from '../../../kernel/index.js'
import type { TimeCommand } from '../../issuable/time-tracking.js'
import type { IssueData } from './events.js'

/** The fields of an update; undefined ones stay as they are. */
export type IssueChanges = Changes<Omit<IssueData<'IssueChanged'>, 'updatedAt'>>

/** `updatedAt`: the time of the change, where an owner sets it. */
interface ClaimedUpdate {
  readonly updatedAt?: Instant | undefined
}

/** The issue that a new one continues or copies. */
export interface IssueOrigin extends IssueData<'IssueMovedFrom'> {
  readonly type: 'IssueMovedFrom' | 'IssueClonedFrom'
}

export type IssueCommand =
  | ({ readonly type: 'Create'; readonly origin?: IssueOrigin } & IssueData<'IssueCreated'>)
  | ({
      readonly type: 'Change'
      readonly changes: IssueChanges
      readonly assigneeIds?: ReadonlyArray<number> | undefined
      readonly labelIds?: ReadonlyArray<number> | undefined
    } & ClaimedUpdate)
  | ({ readonly type: 'Close'; readonly by: number; readonly mergeRequestId: number | null } & ClaimedUpdate)
  | ({ readonly type: 'Reopen'; readonly by: number } & ClaimedUpdate)
  /** Nothing happens to an open issue. */
  | { readonly type: 'MarkDuplicate'; readonly canonicalId: number; readonly by: number }
  /** Another issue continues this one, which is closed. */
  | { readonly type: 'Move'; readonly issueId: number; readonly toProjectId: number; readonly by: number }
  | { readonly type: 'Reorder'; readonly rank: string }
  /** A merge request that closes the issue when it is merged, or no longer does. */
  | { readonly type: 'NoteCloser'; readonly mergeRequestId: number }
  | { readonly type: 'DropCloser'; readonly mergeRequestId: number }
  | TimeCommand
  /** `participates`: the user is subscribed unless they unsubscribe. */
  | { readonly type: 'Subscribe'; readonly userId: number; readonly participates: boolean }
  | { readonly type: 'Unsubscribe'; readonly userId: number; readonly participates: boolean }
  | { readonly type: 'Delete'; readonly by: number }
