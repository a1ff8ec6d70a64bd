import type { VisibilityScope } from '../../../access/index.js'
import type { Day, Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { IssuableType } from '../../issuable/event-fields.js'

/** The actions by which feeds can be filtered. */
export const FEED_ACTIONS = [
  'created',
  'updated',
  'closed',
  'reopened',
  'pushed',
  'commented',
  'merged',
  'joined',
  'left',
  'destroyed',
  'expired',
  'approved',
] as const
export type FeedAction = (typeof FEED_ACTIONS)[number]

/** The targets by which feeds can be filtered. */
export const FEED_TARGETS = ['issue', 'merge_request', 'milestone', 'note'] as const
export type FeedTarget = (typeof FEED_TARGETS)[number]

/** A ref that a push moved, or the last of many that one push changed in the same way. */
export interface FeedPush {
  readonly ref: string
  /** Null where the ref is new. */
  readonly from: string | null
  /** Null where the ref was deleted. */
  readonly to: string | null
  /** The commit from which its commits are counted: the previous target, or for a new ref the target of the default branch at that time. */
  readonly base: string | null
  /** How many refs the entry stands for, where a push changed more than `push_event_activities_limit`; null for this ref alone. */
  readonly refs: number | null
}

/** The subject of an entry under its present name; null where it is deleted. */
export interface FeedSubject {
  readonly type: FeedTarget
  readonly id: number
  readonly iid: number
  readonly title: string | null
  /** The issuable or commit of a note. */
  readonly noteable: { readonly type: IssuableType; readonly id: number } | null
}

/** One entry of a feed. */
export interface FeedRow {
  readonly id: number
  readonly projectId: number
  readonly authorId: number
  readonly action: FeedAction
  /** Null for the project itself, its members and pushes. */
  readonly subject: FeedSubject | null
  readonly push: FeedPush | null
  readonly createdAt: Instant
}

/** Which entries a list contains. */
export interface FeedFilter {
  /** Only what this user may see. */
  readonly visibleTo: VisibilityScope
  readonly authorId?: number | undefined
  readonly projectId?: number | undefined
  /** In projects of which this user is a member. */
  readonly memberId?: number | undefined
  readonly action?: FeedAction | undefined
  readonly target?: FeedTarget | undefined
  /** True for a kind without entries: the list is empty. */
  readonly none?: boolean | undefined
  /** On days before this one. */
  readonly before?: Day | undefined
  /** On days after this one. */
  readonly after?: Day | undefined
  readonly sort: 'asc' | 'desc'
}

/** The queries of feeds. */
export interface FeedQueries {
  readonly list: (filter: FeedFilter, page: PageRequest) => Page<FeedRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly eventFeed: FeedQueries
  }
}
