import type { IssueData, IssueKind } from './events.js'

/** An issue as its decider remembers it. */
export interface LiveIssue extends IssueData<'IssueCreated'> {
  readonly kind: 'live'
  readonly weight: number | null
  readonly issueType: IssueKind
  readonly open: boolean
  /** Merge requests that close it. */
  readonly closers: ReadonlyArray<number>
  readonly timeEstimate: number
  readonly timeSpent: number
  /** The issue in favour of which it was closed. */
  readonly duplicateOf: number | null
  /** The issue that goes on with it. */
  readonly movedTo: number | null
  /** Explicit wishes; who has none is subscribed by taking part. */
  readonly subscriptions: Readonly<Record<string, boolean>>
}

export type IssueState = { readonly kind: 'none' } | LiveIssue | { readonly kind: 'deleted' }
