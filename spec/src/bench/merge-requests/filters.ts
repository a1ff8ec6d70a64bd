import type { MergeRequestFilter } from '@forgefold/core/domains/review/merge-request'
import { moment, PLACE } from './requests.js'

/** One filter of the lists (docs/reference/behaviour/review.md#lists), and the same as hand-written SQL over `merge_requests m`. */
export interface FilterCase {
  readonly name: string
  readonly filter: Partial<MergeRequestFilter>
  readonly byHand: string
  /** What the plan has to look up in an index; undefined where no index can hold it. */
  readonly key?: string
}

const side = (table: string, condition: string): string =>
  `EXISTS (SELECT 1 FROM merge_request_${table} s WHERE s.merge_request_id = m.id AND ${condition})`

const plain = (name: string, filter: Partial<MergeRequestFilter>, byHand: string, key?: string): FilterCase => ({
  name,
  filter,
  byHand,
  ...(key === undefined ? {} : { key }),
})

/** A parameter that takes `None`, `Any` or a user. */
const who = (
  name: string,
  field: 'assignees' | 'reviewers' | 'approvedBy' | 'approvers',
  table: string,
  flag: string,
): ReadonlyArray<FilterCase> => [
  plain(
    `${name}=7`,
    { [field]: [7] },
    `m.id IN (SELECT merge_request_id FROM merge_request_${table} WHERE user_id = 7)`,
    'user_id=?',
  ),
  plain(`${name}=None`, { [field]: 'none' }, `m.${flag} = 0`, `${flag}=?`),
  plain(`${name}=Any`, { [field]: 'any' }, `m.${flag} = 1`, `${flag}=?`),
]

const labelled = (id: number): string =>
  `m.id IN (SELECT merge_request_id FROM merge_request_labels WHERE label_id = ${id})`
const LIKE_RARE = "(m.title LIKE '%amber 50%' OR m.description LIKE '%amber 50%')"
const LIKE_WIDE = "(m.title LIKE '%cobalt%' OR m.description LIKE '%cobalt%')"
const deployedTo = (more: string): string =>
  `m.id IN (SELECT s.merge_request_id FROM deployments d JOIN merge_request_deployments s ON s.deployment_id = d.id
     WHERE d.status = 'success' AND ${more})`

/** Every filter, one by one. */
export const filterCases: ReadonlyArray<FilterCase> = [
  plain('none', {}, '1'),
  plain('iids', { iids: [5, 500, 50_000] }, 'm.iid IN (5, 500, 50000)', 'iid=?'),
  plain('state=opened', { status: 'opened' }, "m.status = 'opened'", 'status=?'),
  plain('state=locked', { status: 'locked' }, "m.status = 'locked'", 'status=?'),
  plain('milestone=title', { milestones: [3] }, 'm.milestone_id = 3', 'milestone_id=?'),
  plain('milestone=None', { milestones: 'none' }, 'm.milestone_id IS NULL', 'milestone_id=?'),
  plain('milestone=Any', { milestones: 'any' }, 'm.milestone_id IS NOT NULL', 'milestone_id>?'),
  plain('labels=wide', { labels: [[1]] }, labelled(1), 'label_id=?'),
  plain('labels=rare', { labels: [[2]] }, labelled(2), 'label_id=?'),
  plain('labels=wide,rare', { labels: [[1], [2]] }, `${labelled(1)} AND ${labelled(2)}`, 'label_id=?'),
  plain('labels=None', { labels: 'none' }, 'm.labelled = 0', 'labelled=?'),
  plain('labels=Any', { labels: 'any' }, 'm.labelled = 1', 'labelled=?'),
  plain(
    'created_after',
    { createdAfter: moment(90_000) as never },
    `m.created_at >= '${moment(90_000)}'`,
    'created_at>?',
  ),
  plain(
    'created_before',
    { createdBefore: moment(10_000) as never },
    `m.created_at <= '${moment(10_000)}'`,
    'created_at<?',
  ),
  plain(
    'updated_after',
    { updatedAfter: moment(990_000) as never },
    `m.updated_at >= '${moment(990_000)}'`,
    'updated_at>?',
  ),
  plain(
    'updated_before',
    { updatedBefore: moment(10_000) as never },
    `m.updated_at <= '${moment(10_000)}'`,
    'updated_at<?',
  ),
  plain('author', { authorIds: [7] }, 'm.author_id = 7', 'author_id=?'),
  ...who('assignee_id', 'assignees', 'assignees', 'assigned'),
  ...who('reviewer_id', 'reviewers', 'reviewers', 'reviewed'),
  ...who('approved_by_ids', 'approvedBy', 'approvals', 'approved'),
  ...who('approver_ids', 'approvers', 'approvers', 'with_approvers'),
  plain(
    'my_reaction_emoji=thumbsup',
    { reaction: { userId: 1, kind: 'named', name: 'thumbsup' } },
    "m.id IN (SELECT merge_request_id FROM merge_request_awards WHERE user_id = 1 AND name = 'thumbsup')",
    'user_id=? AND name=?',
  ),
  plain(
    'my_reaction_emoji=Any',
    { reaction: { userId: 1, kind: 'any', name: '' } },
    'm.id IN (SELECT merge_request_id FROM merge_request_awards WHERE user_id = 1)',
    'user_id=?',
  ),
  plain(
    'my_reaction_emoji=None',
    { reaction: { userId: 1, kind: 'none', name: '' } },
    `NOT ${side('awards', 's.user_id = 1')}`,
  ),
  plain('source_branch', { sourceBranch: 'shared' }, "m.source_branch = 'shared'", 'source_branch=?'),
  plain('target_branch', { targetBranch: 'develop' }, "m.target_branch = 'develop'", 'target_branch=?'),
  plain(
    'search=rare',
    { search: { words: ['amber 50'], in: ['title', 'description'] } },
    LIKE_RARE,
    'VIRTUAL TABLE INDEX',
  ),
  plain(
    'search=wide',
    { search: { words: ['cobalt'], in: ['title', 'description'] } },
    LIKE_WIDE,
    'VIRTUAL TABLE INDEX',
  ),
  plain(
    'search, in=title',
    { search: { words: ['cobalt'], in: ['title'] } },
    "m.title LIKE '%cobalt%'",
    'VIRTUAL TABLE INDEX',
  ),
  plain('search=short', { search: { words: ['zz'], in: ['title'] } }, "m.title LIKE '%zz%'"),
  plain('wip=yes', { draft: true }, 'm.draft = 1', 'draft=?'),
  plain('wip=no', { draft: false }, 'm.draft = 0', 'draft=?'),
  plain('not[labels]', { not: { labels: [1] } }, `NOT ${side('labels', 's.label_id = 1')}`),
  plain('not[milestone]', { not: { milestones: [3] } }, '(m.milestone_id IS NULL OR m.milestone_id <> 3)'),
  plain('not[author_id]', { not: { authorIds: [7] } }, 'm.author_id <> 7'),
  plain('not[assignee_id]', { not: { assignees: [7] } }, `NOT ${side('assignees', 's.user_id = 7')}`),
  plain('not[reviewer_id]', { not: { reviewers: [7] } }, `NOT ${side('reviewers', 's.user_id = 7')}`),
  plain(
    'not[my_reaction_emoji]',
    { not: { reaction: { userId: 1, kind: 'named', name: 'thumbsup' } } },
    `NOT ${side('awards', "s.user_id = 1 AND s.name = 'thumbsup'")}`,
  ),
  plain('environment', { environment: PLACE.environment }, deployedTo('d.environment_id = 1'), 'environment_id=?'),
  plain(
    'deployed_after',
    { deployedAfter: moment(99_000) as never },
    deployedTo(`d.environment_id = 1 AND d.finished_at >= '${moment(99_000)}'`),
    'finished_at',
  ),
  plain(
    'deployed_before',
    { deployedBefore: moment(1000) as never },
    deployedTo(`d.environment_id = 1 AND d.finished_at <= '${moment(1000)}'`),
    'finished_at',
  ),
  plain('order_by=updated_at', { orderBy: 'updated_at' }, '1'),
  plain('order_by=title', { orderBy: 'title' }, '1'),
  plain(
    'state=opened, order_by=updated_at',
    { status: 'opened', orderBy: 'updated_at' },
    "m.status = 'opened'",
    'status=?',
  ),
  plain('state=opened, author', { status: 'opened', authorIds: [9] }, "m.status = 'opened' AND m.author_id = 9"),
  plain(
    'state=opened, labels, order_by=updated_at',
    { status: 'opened', labels: [[1]], orderBy: 'updated_at' },
    `m.status = 'opened' AND ${labelled(1)}`,
  ),
]
