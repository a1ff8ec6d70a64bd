import type { VisibilityScope } from '../../access/visibility-scope.js'
import type { Instant } from '../../kernel/index.js'

/** Nobody, anybody, or all of these. */
export type IdFilter = 'none' | 'any' | ReadonlyArray<number>

/** Labels: none, any, or for each wanted title a list of ids of which one will do. */
export type LabelFilter = 'none' | 'any' | ReadonlyArray<ReadonlyArray<number>>

/** The award emoji of a user. */
export interface ReactionFilter {
  readonly userId: number
  /** `none`, `any` and names are told apart by `kind`. */
  readonly kind: 'none' | 'any' | 'named'
  readonly name: string
}

/** All words in one and the same of the columns. */
export interface SearchFilter {
  readonly words: ReadonlyArray<string>
  readonly in: ReadonlyArray<'title' | 'description'>
}

/** Conditions that must not hold, shared by lists of merge requests and of issues. */
export interface NegatedIssuableFilter {
  /** Issuables with any of these labels are left out. */
  readonly labelIds?: ReadonlyArray<number> | undefined
  readonly milestoneIds?: ReadonlyArray<number> | undefined
  readonly authorIds?: ReadonlyArray<number> | undefined
  readonly assigneeIds?: ReadonlyArray<number> | undefined
  readonly reaction?: ReactionFilter | undefined
}

/** What lists of merge requests and of issues can both be narrowed by; all conditions hold together. */
export interface IssuableFilter {
  readonly visibleTo: VisibilityScope
  readonly projectId?: number | undefined
  /** Of projects of this group and of the groups below. */
  readonly groupId?: number | undefined
  readonly ids?: ReadonlyArray<number> | undefined
  readonly iids?: ReadonlyArray<number> | undefined
  readonly authorIds?: ReadonlyArray<number> | undefined
  readonly assignees?: IdFilter | undefined
  readonly labels?: LabelFilter | undefined
  readonly milestones?: IdFilter | undefined
  readonly reaction?: ReactionFilter | undefined
  readonly search?: SearchFilter | undefined
  readonly nonArchived?: boolean | undefined
  readonly createdAfter?: Instant | undefined
  readonly createdBefore?: Instant | undefined
  readonly updatedAfter?: Instant | undefined
  readonly updatedBefore?: Instant | undefined
  readonly sort: 'asc' | 'desc'
}
