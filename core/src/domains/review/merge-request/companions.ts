import * as E from 'fp-ts/lib/Either.js'
import type { SignedIn } from '../../../access/principal.js'
import type { CommandContext } from '../../../app/command-context.js'
import type { Day, Instant, Rejection } from '../../../kernel/index.js'
import type { KeptApprovals } from './events.js'
import type { MergeRequestRow } from './queries.js'

/** A label as a merge request shows it. */
export interface LabelCard {
  readonly id: number
  readonly title: string
  readonly color: string
  readonly description: string | null
  readonly textColor: string
}

/** What merge requests have to know of labels. */
export interface LabelFacts {
  /** Those that exist, by title. */
  readonly cards: (ids: ReadonlyArray<number>) => ReadonlyArray<LabelCard>
  /** Every label of that title, whatever its case and its place. */
  readonly titled: (title: string) => ReadonlyArray<number>
  /** The labels that titles stand for in a project; missing ones are made where the caller may, else left out. */
  readonly resolve: (wanted: {
    readonly projectId: number
    readonly titles: ReadonlyArray<string>
    readonly principal: SignedIn
    readonly context: CommandContext
  }) => Promise<E.Either<Rejection, ReadonlyArray<number>>>
}

/** A milestone as a merge request shows it. */
export interface MilestoneCard {
  readonly id: number
  readonly iid: number
  readonly projectId: number | null
  readonly groupId: number | null
  readonly title: string
  readonly description: string | null
  readonly state: 'active' | 'closed'
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly dueDate: Day | null
  readonly startDate: Day | null
  readonly webUrl: string
}

/** What merge requests have to know of milestones. */
export interface MilestoneFacts {
  readonly card: (id: number) => MilestoneCard | undefined
  readonly titled: (title: string) => ReadonlyArray<number>
  /** The next one due, of each project and group. */
  readonly upcoming: (today: Day) => ReadonlyArray<number>
  /** Open ones whose start has come. */
  readonly started: (today: Day) => ReadonlyArray<number>
  /** Of the project itself or of a group above it. */
  readonly isFor: (milestoneId: number, projectId: number) => boolean
}

/** What merge requests have to know of discussions. */
export interface DiscussionFacts {
  readonly allResolved: (mergeRequestId: number) => boolean
}

/** What merge requests have to know of issues. */
export interface IssueFacts {
  /** The issue's global id. */
  readonly find: (projectId: number, iid: number) => number | undefined
}

/** What merge requests have to know of approvals. */
export interface ApprovalFacts {
  /** Every rule has the approvals that it asks for. */
  readonly areGiven: (request: MergeRequestRow) => boolean
  /** A rule asks for this person's approval. */
  readonly isAsked: (request: MergeRequestRow, userId: number) => boolean
  /** The rules as they are now, for whoever looks later; undefined where there are none to keep. */
  readonly asOfNow: (request: MergeRequestRow) => KeptApprovals | undefined
}

/** What merge requests need to know of their companions, and no more. */
export interface Companions {
  readonly labels: LabelFacts
  readonly milestones: MilestoneFacts
  readonly discussions: DiscussionFacts
  readonly issues: IssueFacts
  readonly approvals: ApprovalFacts
  /** Grows with each change of a label or milestone: what was made of the old ones is stale then. */
  readonly edition: () => number
}

/** A forge without labels, milestones, discussions, issues and approval rules. */
export const noCompanions: Companions = {
  labels: { cards: () => [], titled: () => [], resolve: async () => E.right([]) },
  milestones: { card: () => undefined, titled: () => [], upcoming: () => [], started: () => [], isFor: () => false },
  discussions: { allResolved: () => true },
  issues: { find: () => undefined },
  approvals: {
    areGiven: (request) => request.approvedBy.length >= (request.approvalsBeforeMerge ?? 0),
    isAsked: () => false,
    asOfNow: () => undefined,
  },
  edition: () => 0,
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly companions: Companions
  }
}
