import type { IssueData, IssueKind } from './events.js'

/** An issue as `decide` needs it. */
export interface LiveIssue extends IssueData<'IssueCreated'> {
  readonly kind: 'live'
  readonly weight: number | null
  readonly issueType: IssueKind
  readonly open: boolean
  /** Merge requests that close it. */
  readonly closers: ReadonlyArray<number>
  readonly timeEstimate: number
  readonly timeSpent: number
  /** The issue that it is a duplicate of. */
  readonly duplicateOf: number | null
  /** The issue to which it was moved. */
  readonly movedTo: number | null
  /** Explicit choices; other users are subscribed by participating. */
  readonly subscriptions: Readonly<Record<string, boolean>>
}

export type IssueState = { readonly kind: 'none' } | LiveIssue | { readonly kind: 'deleted' }
