import type { VisibilityScope } from '../../../access/index.js'
import type { Day, Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { IssuableType } from '../../issuable/event-fields.js'

/** What users do, as feeds are filtered by it. */
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

/** What it was done to, as feeds are filtered by it. */
export const FEED_TARGETS = ['issue', 'merge_request', 'milestone', 'note'] as const
export type FeedTarget = (typeof FEED_TARGETS)[number]

/** A ref that a push moved. */
export interface FeedPush {
  readonly ref: string
  /** Null where the ref is new. */
  readonly from: string | null
  /** Null where it is gone. */
  readonly to: string | null
  /** What its commits are counted from: where it pointed before; for a new one where the default branch pointed then. */
  readonly base: string | null
}

/** What an entry is about, as it is named now; null where it is gone. */
export interface FeedSubject {
  readonly type: FeedTarget
  readonly id: number
  readonly iid: number
  readonly title: string | null
  /** What a note is about. */
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

/** Which entries a list is to have. */
export interface FeedFilter {
  /** Only about what they may see. */
  readonly visibleTo: VisibilityScope
  readonly authorId?: number | undefined
  readonly projectId?: number | undefined
  /** In the projects that this user is a member of. */
  readonly memberId?: number | undefined
  readonly action?: FeedAction | undefined
  readonly target?: FeedTarget | undefined
  /** Of a kind that nothing is of here: nothing. */
  readonly none?: boolean | undefined
  /** On days before this one. */
  readonly before?: Day | undefined
  /** On days after this one. */
  readonly after?: Day | undefined
  readonly sort: 'asc' | 'desc'
}

/** What can be asked of feeds. */
export interface FeedQueries {
  readonly list: (filter: FeedFilter, page: PageRequest) => Page<FeedRow>
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly eventFeed: FeedQueries
  }
}
