import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { Description } from '../../issuable/event-fields.js'
import type { IdFilter, IssuableFilter, NegatedIssuableFilter } from '../../issuable/list-filter.js'
import type { Participant } from '../../issuable/participants.js'
import type { AutoMerge, KeptApprovals, MergePlan, ReviewState } from './events.js'
import type { MergeStatus } from './rules/merge-status.js'
import type { MergeRequestStatus } from './state.js'
import type { Version } from './version.js'

/** A reviewer, and how far they are. */
export interface ReviewerRow {
  readonly userId: number
  readonly state: ReviewState
  readonly createdAt: Instant
  /** Who last changed the state. */
  readonly stateBy: number | null
}

/** A merge request as it stands; what depends on the one who looks is asked apart. */
export interface MergeRequestRow {
  readonly id: number
  readonly iid: number
  readonly targetProjectId: number
  readonly sourceProjectId: number
  /** Whether the project of the source branch is deleted. */
  readonly sourceDeleted: boolean
  readonly sourceBranch: string
  readonly targetBranch: string
  readonly authorId: number
  readonly title: string
  readonly description: Description
  readonly status: MergeRequestStatus
  readonly mergeStatus: MergeStatus
  /** The latest one. */
  readonly version: Version
  readonly milestoneId: number | null
  readonly squash: boolean
  readonly forceRemoveSourceBranch: boolean | null
  /** As the last merge call, or the armed one, wanted it. */
  readonly shouldRemoveSourceBranch: boolean | null
  readonly allowCollaboration: boolean
  readonly discussionLocked: boolean | null
  readonly approvalsBeforeMerge: number | null
  readonly mergeError: string | null
  /** Also while it is only armed: what is to be done. */
  readonly autoMerge: AutoMerge | null
  readonly plan: MergePlan | null
  readonly isRebasing: boolean
  /** What the last check merged, and where it put the result. */
  readonly checkedTarget: string | null
  readonly mergeRef: string | null
  readonly mergedBy: number | null
  readonly mergedAt: Instant | null
  readonly mergeCommitSha: string | null
  readonly squashCommitSha: string | null
  readonly closedBy: number | null
  readonly closedAt: Instant | null
  readonly timeEstimate: number
  readonly timeSpent: number
  readonly notesCount: number
  readonly upvotes: number
  readonly downvotes: number
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly assigneeIds: ReadonlyArray<number>
  readonly reviewers: ReadonlyArray<ReviewerRow>
  readonly labelIds: ReadonlyArray<number>
  readonly approvedBy: ReadonlyArray<number>
  /** When anything happened to it last, what does not count as an update included. */
  readonly touchedAt: Instant
  /** Grows with each change of this row or of what is shown with it. */
  readonly edition: number
}

/** A row of a list: enough to find its JSON among those made before. */
export interface ListedMergeRequest {
  readonly id: number
  readonly edition: number
}

/** What lists of merge requests can be sorted by; the names of the API. */
export const MERGE_REQUEST_ORDERS = ['created_at', 'updated_at', 'title'] as const
export type MergeRequestOrder = (typeof MERGE_REQUEST_ORDERS)[number]

/** Conditions that must not hold. */
export interface NegatedFilter extends NegatedIssuableFilter {
  readonly reviewerIds?: ReadonlyArray<number> | undefined
}

/** Everything a list of merge requests can be narrowed by; `projectId` is the target project. All conditions hold together. */
export interface MergeRequestFilter extends IssuableFilter {
  /** Of the project, only those that the caller wrote or is assigned to; without a project it means nothing. */
  readonly ownOnly?: boolean | undefined
  /** Those that this deployment shipped. */
  readonly deploymentId?: number | undefined
  readonly status?: MergeRequestStatus | undefined
  readonly reviewers?: IdFilter | undefined
  readonly approvedBy?: IdFilter | undefined
  readonly approvers?: IdFilter | undefined
  readonly sourceBranch?: string | undefined
  readonly targetBranch?: string | undefined
  readonly mergedByIds?: ReadonlyArray<number> | undefined
  readonly draft?: boolean | undefined
  readonly environment?: string | undefined
  readonly deployedAfter?: Instant | undefined
  readonly deployedBefore?: Instant | undefined
  readonly not?: NegatedFilter | undefined
  readonly orderBy: MergeRequestOrder
}

export interface VersionRow extends Version {
  readonly mergeRequestId: number
  readonly createdAt: Instant
}

/** The commits that the refs of a merge request name; null: there is no such ref. */
export interface MergeRequestHeads {
  readonly iid: number
  readonly head: string | null
  readonly mergeRef: string | null
}

/** What can be asked of merge requests. */
export interface MergeRequestQueries {
  readonly find: (targetProjectId: number, iid: number) => MergeRequestRow | undefined
  readonly byId: (id: number) => MergeRequestRow | undefined
  /** In the order asked; those that are gone are left out. */
  readonly rows: (ids: ReadonlyArray<number>) => ReadonlyArray<MergeRequestRow>
  readonly list: (filter: MergeRequestFilter, page: PageRequest) => Page<ListedMergeRequest>
  /** Where the requests into a project point: what stands at their refs in its repository. */
  readonly heads: (targetProjectId: number) => ReadonlyArray<MergeRequestHeads>
  /** Open ones from this branch, by id. */
  readonly openFrom: (sourceProjectId: number, branch: string) => ReadonlyArray<number>
  /** Open ones from this fork into other projects whose members may push to it, by id. */
  readonly collaborativeFrom: (sourceProjectId: number) => ReadonlyArray<number>
  /** Open ones into this branch, by id. */
  readonly openInto: (targetProjectId: number, branch: string) => ReadonlyArray<number>
  /** Those whose merge or rebase is under way. */
  readonly unsettled: () => ReadonlyArray<number>
  /** Open ones that are to be merged when a pipeline of this commit succeeds. */
  readonly waitingFor: (sha: string) => ReadonlyArray<number>
  /** Newest first. */
  readonly versions: (id: number, page: PageRequest) => Page<VersionRow>
  readonly version: (id: number, versionId: number) => VersionRow | undefined
  readonly versionBefore: (id: number, versionId: number) => VersionRow | undefined
  /** The explicit wish; undefined where there is none. */
  readonly subscription: (id: number, userId: number) => boolean | undefined
  /** Author, assignees, reviewers, authors of notes, those mentioned and those who gave an award, in this order; last those of internal notes only. */
  readonly participants: (id: number) => ReadonlyArray<Participant>
  /** Whether this author has had one merged into the project. */
  readonly hasMerged: (authorId: number, targetProjectId: number) => boolean
  /** Those merged into this branch, by id. */
  readonly mergedInto: (targetProjectId: number, branch: string) => ReadonlyArray<number>
  /** Those whose merge left one of these commits in the target: the merge commit, the squashed one, or the head itself where there was no merge commit. */
  readonly mergedAs: (targetProjectId: number, shas: ReadonlyArray<string>) => ReadonlyArray<number>
  /** The approval rules that held when it was merged; undefined where none were kept. */
  readonly keptApprovals: (id: number) => KeptApprovals | undefined
  /** The first successful deployment to production that carried it. */
  readonly firstDeployedToProduction: (id: number) => Instant | null
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly mergeRequests: MergeRequestQueries
  }
}
