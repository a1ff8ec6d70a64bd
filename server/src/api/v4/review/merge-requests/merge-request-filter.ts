import type { Forge } from '@forgefold/core/app'
import {
  authorIdsFrom,
  type IdFilter,
  isWord,
  negatedUsers,
  reactionFilter,
  searchFilter,
  userFilter,
  userIdsFrom,
  userNameFilter,
  withUsers,
} from '@forgefold/core/domains/issuable'
import { labelFilter, negatedLabels } from '@forgefold/core/domains/planning/label'
import { milestoneFilter } from '@forgefold/core/domains/planning/milestone'
import type { MergeRequestFilter } from '@forgefold/core/domains/review/merge-request'
import type { Instant } from '@forgefold/core/kernel'
import { type Decoded, datetime } from '../../../../http/index.js'
import type { globalParams, groupParams, projectParams } from './list-params.js'

/** The decoded parameters of any of the three lists. */
export type ListParams = Partial<Decoded<typeof globalParams>> &
  Partial<Decoded<typeof projectParams>> &
  Partial<Decoded<typeof groupParams>>

/** The most users in a filter by several approvers. */
const MAX_APPROVERS = 5

/** An unreadable time is ignored (docs/reference/behaviour/planning.md#list-filters). */
const momentOf = (text: string | undefined): Instant | undefined => {
  const read = text === undefined ? undefined : datetime().coerce(text, '')
  return read?.ok === true ? read.value : undefined
}

/** `None` or `Any` instead of the name of a reviewer. */
const wordOf = (name: string | undefined): 'none' | 'any' | undefined =>
  (['none', 'any'] as const).find((word) => name !== undefined && isWord(name, word))

const reviewersOf = (forge: Forge, params: ListParams): IdFilter | undefined => {
  const name = params.reviewer_username
  if (name === undefined || name === '') return userFilter(params.reviewer_id)
  return wordOf(name) ?? userNameFilter(forge, [name])
}

/** The negated part; undefined where it names an unknown user, so that nothing matches. */
const negatedFilterOf = (
  forge: Forge,
  userId: number,
  not: ListParams['not'],
): MergeRequestFilter['not'] | 'nothing' => {
  if (not === undefined) return undefined
  const one = (name: string | undefined) => (name === undefined ? undefined : [name])
  const authorIds = userIdsFrom(forge, not.author_id, one(not.author_username))
  const assignees = negatedUsers(forge, not.assignee_id, not.assignee_username)
  const reviewerName = not.reviewer_username
  const reviewers = negatedUsers(forge, not.reviewer_id ?? wordOf(reviewerName), one(reviewerName))
  if (authorIds === 'nothing' || assignees === 'nothing' || reviewers === 'nothing') return 'nothing'
  return {
    labels: negatedLabels(forge, not.labels),
    milestones: milestoneFilter(forge, not.milestone),
    authorIds,
    assignees,
    reviewers,
    reaction: reactionFilter(forge, userId, not.my_reaction_emoji),
  }
}

const mergersOf = (forge: Forge, params: ListParams): ReadonlyArray<number> | undefined => {
  const name = params.merge_user_username
  const mergers = userIdsFrom(forge, params.merge_user_id, name === undefined ? undefined : [name])
  return mergers === 'nothing' ? [] : mergers
}

const approvedOf = (forge: Forge, params: ListParams): IdFilter | undefined => {
  const who = params.approved_by_ids ?? userNameFilter(forge, params.approved_by_usernames)
  return Array.isArray(who) ? who.slice(0, MAX_APPROVERS) : who
}

/** Converts the parameters of a list to conditions (docs/reference/behaviour/planning.md#list-filters); names become ids here. */
export const filterOf = (
  forge: Forge,
  userId: number,
  params: ListParams,
): Omit<MergeRequestFilter, 'visibleTo' | 'projectId' | 'groupId'> => {
  const { scope } = params
  const authors = authorIdsFrom(forge, { id: params.author_id, username: params.author_username })
  const assignees = userFilter(params.assignee_id) ?? userNameFilter(forge, params.assignee_username)
  const not = negatedFilterOf(forge, userId, params.not)
  return {
    ids: not === 'nothing' ? [] : undefined,
    not: not === 'nothing' ? undefined : not,
    iids: params.iids,
    status: params.state === undefined || params.state === 'all' ? undefined : params.state,
    authorIds: scope === 'created_by_me' ? (authors ?? [userId]).filter((id) => id === userId) : authors,
    assignees: scope === 'assigned_to_me' ? withUsers(assignees, [userId]) : assignees,
    reviewers: reviewersOf(forge, params),
    approvedBy: approvedOf(forge, params),
    approvers: params.approver_ids,
    mergedByIds: mergersOf(forge, params),
    labels: labelFilter(forge, params.labels),
    milestones: milestoneFilter(forge, params.milestone),
    reaction: reactionFilter(forge, userId, params.my_reaction_emoji),
    sourceBranch: params.source_branch,
    targetBranch: params.target_branch,
    search: searchFilter(params.search, params.in),
    draft: params.wip === undefined ? undefined : params.wip === 'yes',
    environment: params.environment,
    deployedAfter: momentOf(params.deployed_after),
    deployedBefore: momentOf(params.deployed_before),
    createdAfter: params.created_after,
    createdBefore: params.created_before,
    updatedAfter: params.updated_after,
    updatedBefore: params.updated_before,
    nonArchived: params.non_archived,
    orderBy: params.order_by ?? 'created_at',
    sort: params.sort ?? 'desc',
  }
}
