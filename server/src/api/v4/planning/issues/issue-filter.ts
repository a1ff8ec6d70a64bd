import type { Forge } from '@forgefold/core/app'
import {
  authorIdsFrom,
  type IdFilter,
  negatedUsers,
  reactionFilter,
  searchFilter,
  userFilter,
  userIdsFrom,
  userNameFilter,
  withUsers,
} from '@forgefold/core/domains/issuable'
import { dueDaysOf, type IssueFilter, type NegatedIssueFilter } from '@forgefold/core/domains/planning/issue'
import { labelFilter, negatedLabels } from '@forgefold/core/domains/planning/label'
import { milestoneFilter } from '@forgefold/core/domains/planning/milestone'
import { dayOf } from '@forgefold/core/kernel'
import type { Decoded } from '../../../../http/index.js'
import type { globalParams, projectParams } from './list-params.js'

/** The decoded parameters of any of the three lists. */
export type ListParams = Decoded<typeof projectParams> & Partial<Pick<Decoded<typeof globalParams>, 'non_archived'>>

/** The milestones of a title, or of a kind such as `Upcoming`. */
const milestonesWanted = (forge: Forge, title: string | undefined, kind: string | undefined): IdFilter | undefined => {
  if (kind === 'Upcoming' || kind === 'Started') return milestoneFilter(forge, `#${kind.toLowerCase()}`)
  return milestoneFilter(forge, kind ?? title)
}

/** Whether the filter names an epic or an iteration, which the instance does not have. */
const isOf = (wanted: number | string | undefined): boolean => wanted !== undefined && wanted !== 'none'

/** The negated part; `nothing` where it names an unknown user, so that nothing matches. */
const negatedFilterOf = (
  forge: Forge,
  userId: number,
  not: ListParams['not'],
): NegatedIssueFilter | undefined | 'nothing' => {
  if (not === undefined) return undefined
  const authorIds = userIdsFrom(
    forge,
    not.author_id,
    not.author_username === undefined ? undefined : [not.author_username],
  )
  const assignees = negatedUsers(forge, not.assignee_id, not.assignee_username)
  if (authorIds === 'nothing' || assignees === 'nothing') return 'nothing'
  return {
    iids: not.iids,
    weight: not.weight,
    labels: negatedLabels(forge, not.labels),
    milestones: milestonesWanted(forge, not.milestone, not.milestone_id),
    authorIds,
    assignees,
    reaction: reactionFilter(forge, userId, not.my_reaction_emoji),
  }
}

/** Converts the parameters of a list to conditions; names become ids here. */
export const filterOf = (
  forge: Forge,
  userId: number,
  given: ListParams,
): Omit<IssueFilter, 'visibleTo' | 'projectId' | 'groupId'> => {
  const { scope } = given
  const authors = authorIdsFrom(forge, { id: given.author_id, username: given.author_username })
  const assignees = userFilter(given.assignee_id) ?? userNameFilter(forge, given.assignee_username)
  const not = negatedFilterOf(forge, userId, given.not)
  const isOfOthers = isOf(given.epic_id) || isOf(given.iteration_id) || given.iteration_title !== undefined
  return {
    ids: not === 'nothing' || isOfOthers ? [] : undefined,
    not: not === 'nothing' ? undefined : not,
    iids: given.iids,
    state: given.state === 'all' ? undefined : given.state,
    labels: labelFilter(forge, given.labels),
    milestones: milestonesWanted(forge, given.milestone, given.milestone_id),
    authorIds: scope === 'created_by_me' ? (authors ?? [userId]).filter((id) => id === userId) : authors,
    assignees: scope === 'assigned_to_me' ? withUsers(assignees, [userId]) : assignees,
    reaction: reactionFilter(forge, userId, given.my_reaction_emoji),
    search: searchFilter(given.search, given.in),
    confidential: given.confidential,
    issueType: given.issue_type,
    weight: given.weight,
    due: given.due_date === undefined ? undefined : dueDaysOf(given.due_date, dayOf(forge.clock.now())),
    createdAfter: given.created_after,
    createdBefore: given.created_before,
    updatedAfter: given.updated_after,
    updatedBefore: given.updated_before,
    nonArchived: given.non_archived,
    orderBy: given.order_by,
    sort: given.sort,
  }
}
