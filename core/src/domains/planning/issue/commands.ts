import type { Changes, Instant } from '../../../kernel/index.js'
import type { TimeCommand } from '../../issuable/time-tracking.js'
import type { IssueData } from './events.js'

/** What an update may set; undefined leaves a thing as it is. */
export type IssueChanges = Changes<Omit<IssueData<'IssueChanged'>, 'updatedAt'>>

/** `updatedAt`: when an owner says that it was. */
interface ClaimedUpdate {
  readonly updatedAt?: Instant | undefined
}

export type IssueCommand =
  | ({ readonly type: 'Create' } & IssueData<'IssueCreated'>)
  | ({
      readonly type: 'Change'
      readonly changes: IssueChanges
      readonly assigneeIds?: ReadonlyArray<number> | undefined
      readonly labelIds?: ReadonlyArray<number> | undefined
    } & ClaimedUpdate)
  | ({ readonly type: 'Close'; readonly by: number; readonly mergeRequestId: number | null } & ClaimedUpdate)
  | ({ readonly type: 'Reopen'; readonly by: number } & ClaimedUpdate)
  /** Nothing happens to an open one. */
  | { readonly type: 'MarkDuplicate'; readonly canonicalId: number; readonly by: number }
  /** It goes on in another issue, and is closed. */
  | { readonly type: 'Move'; readonly issueId: number; readonly by: number }
  | { readonly type: 'NoteClone'; readonly issueId: number; readonly by: number }
  | { readonly type: 'Reorder'; readonly rank: string }
  /** A merge request that closes it when it is merged, or no longer would. */
  | { readonly type: 'NoteCloser'; readonly mergeRequestId: number }
  | { readonly type: 'DropCloser'; readonly mergeRequestId: number }
  | TimeCommand
  /** `participates`: is subscribed as long as there is no explicit wish. */
  | { readonly type: 'Subscribe'; readonly userId: number; readonly participates: boolean }
  | { readonly type: 'Unsubscribe'; readonly userId: number; readonly participates: boolean }
  | { readonly type: 'Delete'; readonly by: number }
