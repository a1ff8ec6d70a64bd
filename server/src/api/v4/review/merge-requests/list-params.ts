import { MERGE_REQUEST_ORDERS } from '@forgefold/core/domains/review/merge-request'
import { lifespanOf } from '@forgefold/core/releases'
import {
  boolean,
  filter,
  integer,
  integerOr,
  listOf,
  oneOf,
  optional,
  type ParamSpecs,
  type ParamType,
  paging,
  string,
  success,
  withDefault,
} from '../../../../http/index.js'
import { bounds, direction, scope } from '../../list-params.js'
import { negation } from '../../negated-params.js'

const NONE_OR_ANY = ['None', 'Any'] as const
const premium = { tier: 'premium' } as const

/** None, any, or several: a list, text with commas, or one of the two words. */
const several = <A>(item: ParamType<A>): ParamType<'none' | 'any' | ReadonlyArray<A>> => ({
  schema: {
    oneOf: [
      { type: 'array', items: item.schema },
      { type: 'string', enum: NONE_OR_ANY },
    ],
  },
  coerce: (raw, name) => {
    const only: unknown = Array.isArray(raw) && raw.length === 1 ? raw[0] : raw
    const word = typeof only === 'string' ? only.toLowerCase() : undefined
    return word === 'none' || word === 'any' ? success(word) : listOf(item).coerce(raw, name)
  },
})

const negated = {
  labels: optional(listOf(string()), 'None of these labels; None, Any'),
  milestone: optional(filter(string()), 'Not this milestone; None, Any'),
  author_id: optional(integer(), 'Not by this author'),
  author_username: optional(filter(string()), 'Not by this author'),
  assignee_id: optional(integerOr(NONE_OR_ANY), 'Not assigned to this user; None, Any'),
  assignee_username: optional(filter(listOf(string())), 'Not assigned to these users'),
  reviewer_id: optional(integerOr(NONE_OR_ANY), 'Not reviewed by this user; None, Any'),
  reviewer_username: optional(filter(string()), 'Not reviewed by this user; None, Any'),
  my_reaction_emoji: optional(filter(string()), 'Without this reaction of the caller; None, Any'),
}

const NEGATED_PAIRS = [
  ['author_id', 'author_username'],
  ['assignee_id', 'assignee_username'],
  ['reviewer_id', 'reviewer_username'],
] as const

/** The parameters of every list (docs/reference/behaviour/review.md#lists); the default of `scope` differs. */
const everywhere = {
  state: withDefault(oneOf(['all', 'opened', 'closed', 'locked', 'merged']), 'all', 'The state'),
  order_by: withDefault(oneOf(MERGE_REQUEST_ORDERS), 'created_at', 'What to sort by'),
  sort: direction('desc'),
  milestone: optional(filter(string()), 'The title of the milestone; None, Any'),
  view: optional(oneOf(['simple']), 'Only the basic fields'),
  labels: optional(listOf(string()), 'All of these labels; None, Any'),
  with_labels_details: withDefault(boolean(), false, 'Labels as objects'),
  with_merge_status_recheck: withDefault(boolean(), false, 'Asks for the merge status to be looked at again'),
  ...bounds('created', 'Created'),
  ...bounds('updated', 'Changed'),
  author_id: optional(integer(), 'By this author'),
  author_username: optional(filter(string()), 'By this author'),
  assignee_id: optional(integerOr(NONE_OR_ANY), 'Assigned to this user; None, Any'),
  assignee_username: optional(filter(listOf(string())), 'Assigned to all of these users'),
  approver_ids: optional(filter(several(integer())), 'All of these are approvers; None, Any', premium),
  approved_by_ids: optional(filter(several(integer())), 'Approved by all of these, five at most; None, Any', premium),
  reviewer_id: optional(
    integerOr(NONE_OR_ANY),
    'With this reviewer; None, Any',
    lifespanOf('merge_requests.reviewer_filters'),
  ),
  reviewer_username: optional(
    filter(string()),
    'With this reviewer; None, Any',
    lifespanOf('merge_requests.reviewer_filters'),
  ),
  my_reaction_emoji: optional(filter(string()), 'With this reaction of the caller; None, Any'),
  source_branch: optional(filter(string()), 'From this branch'),
  target_branch: optional(filter(string()), 'Into this branch'),
  search: optional(filter(string()), 'Words of title or description'),
  in: optional(string(), 'Where `search` looks: title, description, or both with a comma'),
  wip: optional(oneOf(['yes', 'no']), 'Only drafts, or none', lifespanOf('merge_requests.wip')),
  environment: optional(filter(string()), 'Deployed to the environment of this name'),
  deployed_before: optional(filter(string()), 'Deployed at this moment or earlier'),
  deployed_after: optional(filter(string()), 'Deployed at this moment or later'),
  approved_by_usernames: optional(
    filter(several(string())),
    'Approved by all of these, five at most; None, Any',
    premium,
  ),
  merge_user_id: optional(integer(), 'Merged by this user'),
  merge_user_username: optional(filter(string()), 'Merged by this user'),
  not: optional(negation(negated, NEGATED_PAIRS), 'What must not be so'),
  ...paging,
}

/** The parameters of the list of all merge requests. */
export const globalParams = {
  ...everywhere,
  scope: scope('created_by_me'),
} satisfies ParamSpecs

/** The parameters of a project's list of merge requests. */
export const projectParams = {
  ...everywhere,
  scope: scope('all'),
  iids: optional(filter(listOf(integer())), 'Only those with these numbers'),
} satisfies ParamSpecs

/** The parameters of a group's list of merge requests. */
export const groupParams = {
  ...everywhere,
  scope: scope('all'),
  non_archived: withDefault(boolean(), true, 'Only from projects that are not archived'),
} satisfies ParamSpecs

/** Pairs of mutually exclusive parameters. */
export const EXCLUSIVE = [
  ['author_id', 'author_username'],
  ['assignee_id', 'assignee_username'],
  ['reviewer_id', 'reviewer_username'],
  ['merge_user_id', 'merge_user_username'],
]
