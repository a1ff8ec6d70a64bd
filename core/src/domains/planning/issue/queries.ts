import type { Day, Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { IssuableFilter, NegatedIssuableFilter } from '../../issuable/issuable-filter.js'
import type { Participant } from '../../issuable/participants.js'
import type { IssueData, IssueKind } from './events.js'

/** An issue in the read model. */
export interface IssueRow {
  readonly id: number
  readonly iid: number
  readonly projectId: number
  readonly authorId: number
  readonly title: string
  readonly description: IssueData<'IssueCreated'>['description']
  readonly state: 'opened' | 'closed'
  readonly milestoneId: number | null
  readonly dueDate: Day | null
  readonly confidential: boolean
  readonly discussionLocked: boolean | null
  readonly weight: number | null
  readonly issueType: IssueKind
  readonly closedAt: Instant | null
  readonly closedBy: number | null
  /** The issue that it is a duplicate of. */
  readonly duplicateOf: number | null
  /** The issue to which it was moved. */
  readonly movedTo: number | null
  /** Its rank among the issues of its project. */
  readonly rank: string
  readonly timeEstimate: number
  readonly timeSpent: number
  readonly notesCount: number
  readonly upvotes: number
  readonly downvotes: number
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly assigneeIds: ReadonlyArray<number>
  readonly labelIds: ReadonlyArray<number>
  /** How many merge requests close it. */
  readonly closersCount: number
}

/** What lists of issues can be sorted by. */
export const ISSUE_ORDERS = [
  'created_at',
  'updated_at',
  'priority',
  'due_date',
  'relative_position',
  'label_priority',
  'milestone_due',
  'popularity',
  'title',
  'weight',
] as const
export type IssueOrder = (typeof ISSUE_ORDERS)[number]

/** Due dates: none, any, or in a range, both ends included. */
export type DueDays = 'none' | 'any' | { readonly from?: Day; readonly to?: Day }

/** Negated conditions. */
export interface NegatedIssueFilter extends NegatedIssuableFilter {
  readonly iids?: ReadonlyArray<number> | undefined
  readonly weight?: number | undefined
}

/** The conditions of lists of issues. */
export interface IssueFilter extends IssuableFilter {
  readonly state?: 'opened' | 'closed' | undefined
  readonly confidential?: boolean | undefined
  readonly due?: DueDays | undefined
  readonly issueType?: IssueKind | undefined
  readonly weight?: number | 'none' | 'any' | undefined
  readonly not?: NegatedIssueFilter | undefined
  readonly orderBy: IssueOrder
}

/** The counts of issues. */
export interface IssueCounts {
  readonly opened: number
  readonly closed: number
}

/** The queries of issues. */
export interface IssueQueries {
  readonly find: (projectId: number, iid: number) => IssueRow | undefined
  readonly byId: (id: number) => IssueRow | undefined
  readonly list: (filter: IssueFilter, page: PageRequest) => Page<IssueRow>
  /** How many issues of such a list are open and closed, without a limit. */
  readonly counts: (filter: IssueFilter) => IssueCounts
  /** How many issues of a project are open, with or without confidential ones. */
  readonly openCount: (projectId: number, confidentialToo: boolean) => number
  /** The next rank in a project after or before one; undefined where there is none. */
  readonly neighbour: (projectId: number, rank: string, way: 'after' | 'before') => string | undefined
  /** Merge requests that close it, by id. */
  readonly closers: (id: number) => ReadonlyArray<number>
  /** Issues that a merge request closes, by id. */
  readonly closedBy: (mergeRequestId: number) => ReadonlyArray<number>
  /** Author, assignees, authors of notes, mentioned users and users who gave an award, in this order; participants by internal notes only come last. */
  readonly participants: (id: number) => ReadonlyArray<Participant>
  /** One of them. */
  readonly participant: (id: number, userId: number) => Participant | undefined
  /** The explicit choice; undefined where there is none. */
  readonly subscription: (id: number, userId: number) => boolean | undefined
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly issues: IssueQueries
  }
}
