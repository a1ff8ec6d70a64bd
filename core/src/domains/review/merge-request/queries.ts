import type { Instant } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import type { Description } from '../../issuable/event-fields.js'
import type { IdFilter, IssuableFilter, NegatedIds, NegatedIssuableFilter } from '../../issuable/issuable-filter.js'
import type { Participant } from '../../issuable/participants.js'
import type { AutoMerge, KeptApprovals, MergePlan, ReviewState } from './events.js'
import type { MergeStatus } from './rules/merge-status.js'
import type { MergeRequestStatus } from './state.js'
import type { Version } from './version.js'

/** A reviewer, and their review state. */
export interface ReviewerRow {
  readonly userId: number
  readonly state: ReviewState
  readonly createdAt: Instant
  /** Who last changed the state. */
  readonly stateBy: number | null
}

/** A merge request; what depends on the caller is queried separately. */
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
  /** As the last merge request or auto-merge asked. */
  readonly shouldRemoveSourceBranch: boolean | null
  readonly allowCollaboration: boolean
  readonly discussionLocked: boolean | null
  readonly approvalsBeforeMerge: number | null
  readonly mergeError: string | null
  /** Its options, while auto-merge is set or the merge is in progress. */
  readonly autoMerge: AutoMerge | null
  readonly plan: MergePlan | null
  readonly isRebasing: boolean
  /** The target of the last check, and its result. */
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
  /** The last event of any kind, including those that do not count as updates. */
  readonly touchedAt: Instant
  /** Increases with each change of this row or of what is shown with it. */
  readonly edition: number
}

/** A row of a list, with the keys of its cached JSON. */
export interface ListedMergeRequest {
  readonly id: number
  readonly edition: number
}

/** What lists of merge requests can be sorted by; the names of the API. */
export const MERGE_REQUEST_ORDERS = [
  'created_at',
  'updated_at',
  'title',
  'label_priority',
  'milestone_due',
  'popularity',
  'priority',
] as const
export type MergeRequestOrder = (typeof MERGE_REQUEST_ORDERS)[number]

/** Negated conditions. */
export interface NegatedFilter extends NegatedIssuableFilter {
  readonly reviewers?: NegatedIds | undefined
}

/** The conditions of lists of merge requests; `projectId` is the target project. All conditions must hold. */
export interface MergeRequestFilter extends IssuableFilter {
  /** Only those of the project that the caller created or is assigned to; ignored without a project. */
  readonly ownOnly?: boolean | undefined
  /** Those shipped by this deployment. */
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

/** The targets of a merge request's refs; null: there is no such ref. */
export interface MergeRequestHeads {
  readonly iid: number
  readonly head: string | null
  readonly mergeRef: string | null
}

/** The queries of merge requests. */
export interface MergeRequestQueries {
  readonly find: (targetProjectId: number, iid: number) => MergeRequestRow | undefined
  readonly byId: (id: number) => MergeRequestRow | undefined
  /** In the order of the ids; missing ones are left out. */
  readonly rows: (ids: ReadonlyArray<number>) => ReadonlyArray<MergeRequestRow>
  readonly list: (filter: MergeRequestFilter, page: PageRequest) => Page<ListedMergeRequest>
  /** The ref targets of all merge requests into a project, in its repository. */
  readonly heads: (targetProjectId: number) => ReadonlyArray<MergeRequestHeads>
  /** Open ones from this branch, by id. */
  readonly openFrom: (sourceProjectId: number, branch: string) => ReadonlyArray<number>
  /** Open ones from this fork into other projects whose members may push to it, by id. */
  readonly collaborativeFrom: (sourceProjectId: number) => ReadonlyArray<number>
  /** Open ones into this branch, by id. */
  readonly openInto: (targetProjectId: number, branch: string) => ReadonlyArray<number>
  /** Those with a merge or rebase in progress. */
  readonly unsettled: () => ReadonlyArray<number>
  /** Open ones with auto-merge for a pipeline of this commit. */
  readonly waitingFor: (sha: string) => ReadonlyArray<number>
  /** Newest first. */
  readonly versions: (id: number, page: PageRequest) => Page<VersionRow>
  readonly version: (id: number, versionId: number) => VersionRow | undefined
  readonly versionBefore: (id: number, versionId: number) => VersionRow | undefined
  /** The explicit choice; undefined where there is none. */
  readonly subscription: (id: number, userId: number) => boolean | undefined
  /**
   * Author, assignees, reviewers, authors of notes, mentioned users and users who gave an award, in this order; participants by internal notes
   * only come last.
   */
  readonly participants: (id: number) => ReadonlyArray<Participant>
  /** One of them. */
  readonly participant: (id: number, userId: number) => Participant | undefined
  /** Whether a merge request of this author was merged into the project. */
  readonly hasMerged: (authorId: number, targetProjectId: number) => boolean
  /** Those merged into this branch, by id. */
  readonly mergedInto: (targetProjectId: number, branch: string) => ReadonlyArray<number>
  /** Those whose merge created one of these commits in the target: the merge commit, the squash commit, or the head itself in a fast-forward merge. */
  readonly mergedAs: (targetProjectId: number, shas: ReadonlyArray<string>) => ReadonlyArray<number>
  /** The approval rules at the time of the merge; undefined where none were recorded. */
  readonly keptApprovals: (id: number) => KeptApprovals | undefined
  /** The first successful deployment to production that shipped it. */
  readonly firstDeployedToProduction: (id: number) => Instant | null
}

declare module '../../../ports/read-model.js' {
  interface ReadModel {
    readonly mergeRequests: MergeRequestQueries
  }
}
