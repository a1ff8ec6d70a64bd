import { DUE_WORDS, ISSUE_KINDS, ISSUE_ORDERS } from '@forgefold/core/domains/planning/issue'
import {
  boolean,
  filter,
  integer,
  integerOr,
  listOf,
  oneOf,
  optional,
  type ParamSpecs,
  paging,
  string,
  withDefault,
} from '../../../../http/index.js'
import { bounds, direction, scope } from '../../list-params.js'
import { negation } from '../../negated-params.js'

const MILESTONE_WORDS = ['None', 'Any', 'Upcoming', 'Started'] as const

const negated = {
  labels: optional(listOf(string()), 'None of these labels; None or Any'),
  milestone: optional(filter(string()), 'Not this milestone; None or Any'),
  milestone_id: optional(oneOf(['Upcoming', 'Started']), 'Not a milestone of this kind'),
  iids: optional(filter(listOf(integer())), 'Not these numbers'),
  weight: optional(integer(), 'Not of this weight', { tier: 'premium' }),
  author_id: optional(integer(), 'Not by this user'),
  author_username: optional(filter(string()), 'Not by this user'),
  assignee_id: optional(integerOr(['None', 'Any']), 'Not assigned to this user; None or Any'),
  assignee_username: optional(filter(listOf(string())), 'Not assigned to these users'),
  my_reaction_emoji: optional(filter(string()), 'Without this reaction of the caller; None or Any'),
}

const PAIRS = [
  ['author_id', 'author_username'],
  ['assignee_id', 'assignee_username'],
  ['milestone', 'milestone_id'],
] as const

const everywhere = {
  state: withDefault(oneOf(['opened', 'closed', 'all']), 'all', 'The state'),
  labels: optional(listOf(string()), 'With all of these labels; None (of old: No Label) or Any'),
  milestone: optional(
    filter(string()),
    'The title of the milestone; None (of old: No Milestone), Any (Any Milestone), #upcoming or #started',
  ),
  milestone_id: optional(oneOf(MILESTONE_WORDS), 'With a milestone of this kind'),
  assignee_id: optional(integerOr(['None', 'Any']), 'Assigned to this user; None or Any'),
  assignee_username: optional(filter(listOf(string())), 'Assigned to all of these users'),
  author_id: optional(integer(), 'By this user'),
  author_username: optional(filter(string()), 'By this user'),
  my_reaction_emoji: optional(filter(string()), 'With this reaction of the caller; None or Any'),
  iids: optional(filter(listOf(integer())), 'Only these numbers'),
  search: optional(filter(string()), 'Words of title or description'),
  in: optional(string(), 'Where `search` looks: title, description, or both with a comma'),
  confidential: optional(boolean(), 'Only confidential ones, or none of them'),
  due_date: optional(oneOf(DUE_WORDS), 'When it is due; 0 for never'),
  issue_type: optional(oneOf(ISSUE_KINDS), 'The kind of issue'),
  weight: optional(integerOr(['None', 'Any']), 'Of this weight; None or Any', { tier: 'premium' }),
  epic_id: optional(integerOr(['None', 'Any']), 'Of this epic: none has one; None or Any', { tier: 'premium' }),
  iteration_id: optional(integerOr(['None', 'Any']), 'Of this iteration: none has one; None or Any', {
    tier: 'premium',
  }),
  iteration_title: optional(filter(string()), 'Of the iteration with this title: none has one', { tier: 'premium' }),
  ...bounds('created', 'Made'),
  ...bounds('updated', 'Changed'),
  not: optional(negation(negated, PAIRS), 'What must not be so'),
  order_by: withDefault(oneOf(ISSUE_ORDERS), 'created_at', 'What to sort by'),
  sort: direction('desc'),
  with_labels_details: withDefault(boolean(), false, 'Labels as objects'),
  ...paging,
}

const nonArchived = withDefault(boolean(), true, 'Only from projects that are not archived')

/** The parameters of the list of all issues. */
export const globalParams = {
  ...everywhere,
  scope: scope('created_by_me'),
  non_archived: nonArchived,
} satisfies ParamSpecs
/** The parameters of a project's list of issues. */
export const projectParams = { ...everywhere, scope: scope('all') } satisfies ParamSpecs
/** The parameters of a group's list of issues. */
export const groupParams = { ...everywhere, scope: scope('all'), non_archived: nonArchived } satisfies ParamSpecs

/** Groups of mutually exclusive parameters. */
export const EXCLUSIVE = PAIRS
