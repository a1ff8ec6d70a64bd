/** What a documented parameter takes: one of some words, or a kind of value. `person`: a number, None or Any. */
type Takes = ReadonlyArray<string> | 'text' | 'integer' | 'flag' | 'moment' | 'numbers' | 'texts' | 'person'

/** A documented parameter. */
export interface Parameter {
  readonly takes: Takes
  readonly required?: boolean
  /** In the paid tiers only. */
  readonly paid?: boolean
  /** What it is where it is not sent. */
  readonly fallback?: string
  /** Words that are taken from a release on. */
  readonly since?: Readonly<Record<string, string>>
  /** A value of another kind is ignored: in the reference implementation, where the documentation is silent. */
  readonly lenient?: boolean
  /** What has to be sent with it: from 16.0 on, elsewhere it changes nothing. */
  readonly beside?: string
}

/** The documented parameters of one endpoint by their names. */
export type Parameters = Readonly<Record<string, Parameter>>

const text: Parameter = { takes: 'text' }
const flag: Parameter = { takes: 'flag' }
const integer: Parameter = { takes: 'integer' }
const moment: Parameter = { takes: 'moment' }
const person: Parameter = { takes: 'person' }
const must = (one: Parameter): Parameter => ({ ...one, required: true })
const off: Parameter = { takes: 'flag', fallback: 'false' }
const way = (fallback: string): Parameter => ({ takes: ['asc', 'desc'], fallback })

const KINDS = ['conan', 'maven', 'npm', 'pypi', 'composer', 'nuget', 'helm', 'golang']
const PACKAGE_ORDERS = ['created_at', 'name', 'version', 'type']

const packages: Parameters = {
  order_by: { takes: PACKAGE_ORDERS, fallback: 'created_at' },
  sort: way('asc'),
  package_type: { takes: [...KINDS, 'terraform_module'] },
  package_name: text,
  include_versionless: flag,
  status: { takes: ['default', 'hidden', 'processing', 'error', 'pending_destruction'] },
}

const groupPackages: Parameters = {
  ...packages,
  order_by: { takes: [...PACKAGE_ORDERS, 'project_path'], fallback: 'created_at' },
  package_type: { takes: KINDS },
  exclude_subgroups: off,
}

const deployments: Parameters = {
  order_by: { takes: ['id', 'iid', 'created_at', 'updated_at', 'ref'], fallback: 'id' },
  sort: way('asc'),
  updated_after: { ...moment, beside: '&order_by=updated_at' },
  updated_before: { ...moment, beside: '&order_by=updated_at' },
  environment: text,
  status: { takes: ['created', 'running', 'success', 'failed', 'canceled', 'blocked'] },
}

const DEPLOYED: Parameter = { takes: ['running', 'success', 'failed', 'canceled'], required: true }

const everyList: Parameters = {
  state: { takes: ['all', 'opened', 'closed', 'locked', 'merged'], fallback: 'all' },
  order_by: { takes: ['created_at', 'title', 'updated_at'], fallback: 'created_at', since: { title: '14.8' } },
  sort: way('desc'),
  milestone: text,
  view: { takes: ['simple'] },
  labels: text,
  with_labels_details: off,
  with_merge_status_recheck: off,
  created_after: moment,
  created_before: moment,
  updated_after: moment,
  updated_before: moment,
  scope: { takes: ['created_by_me', 'assigned_to_me', 'all'] },
  author_id: integer,
  author_username: text,
  assignee_id: person,
  approver_ids: { takes: 'numbers', paid: true },
  approved_by_ids: { takes: 'numbers', paid: true },
  reviewer_id: person,
  reviewer_username: text,
  my_reaction_emoji: text,
  source_branch: text,
  target_branch: text,
  search: text,
  'not[labels]': text,
  'not[milestone]': text,
  'not[author_id]': integer,
  'not[author_username]': text,
  'not[assignee_id]': person,
  'not[assignee_username]': text,
  'not[reviewer_id]': person,
  'not[reviewer_username]': text,
  'not[my_reaction_emoji]': text,
}

const globalList: Parameters = {
  ...everyList,
  scope: { takes: ['created_by_me', 'assigned_to_me', 'all'], fallback: 'created_by_me' },
  in: text,
  wip: { takes: ['yes', 'no'] },
  environment: text,
  deployed_before: { ...moment, lenient: true },
  deployed_after: { ...moment, lenient: true },
}

const projectList: Parameters = {
  ...everyList,
  'iids[]': { takes: 'numbers' },
  wip: { takes: ['yes', 'no'] },
  environment: text,
}

const groupList: Parameters = {
  ...everyList,
  approved_by_usernames: { takes: 'texts', paid: true },
  non_archived: { takes: 'flag', fallback: 'true' },
}

/** The lists that take parameters of their own; `$` is the project, `%` its group. */
export const LISTS: Readonly<Record<string, Parameters>> = {
  '/projects/$/packages': packages,
  '/groups/%/packages': groupPackages,
  '/projects/$/deployments': deployments,
  '/merge_requests': globalList,
  '/projects/$/merge_requests': projectList,
  '/groups/%/merge_requests': groupList,
  '/projects/$/deployments/1/merge_requests': projectList,
}

/** Every documented list, with what has paging; `!` is a merge request, `@` a package. */
export const PAGED = [
  ...Object.keys(LISTS),
  ...['participants', 'reviewers', 'commits', 'pipelines', 'versions', 'closes_issues'].map((one) => `!/${one}`),
  '@/package_files',
]

const request: Parameters = {
  assignee_id: integer,
  assignee_ids: { takes: 'numbers' },
  reviewer_ids: { takes: 'numbers' },
  description: text,
  target_project_id: integer,
  labels: text,
  milestone_id: integer,
  remove_source_branch: flag,
  allow_collaboration: flag,
  allow_maintainer_to_push: flag,
  approvals_before_merge: { takes: 'integer', paid: true },
  squash: flag,
}

const merge: Parameters = {
  merge_commit_message: text,
  squash_commit_message: text,
  squash: flag,
  should_remove_source_branch: flag,
  merge_when_pipeline_succeeds: flag,
  sha: text,
}

/** Everything else that takes parameters: method, path, parameters. */
export const OTHERS: ReadonlyArray<readonly [method: string, path: string, parameters: Parameters]> = [
  ['GET', '!', { render_html: off, include_diverged_commits_count: off, include_rebase_in_progress: off }],
  ['GET', '!/changes', { access_raw_diffs: off }],
  [
    'POST',
    '/projects/$/merge_requests',
    { source_branch: must(text), target_branch: must(text), title: must(text), ...request },
  ],
  ['PUT', '!/merge', merge],
  ['PUT', '!/rebase', { skip_ci: flag }],
  ['POST', '!/time_estimate', { duration: must(text) }],
  ['POST', '!/add_spent_time', { duration: must(text), summary: text }],
  [
    'POST',
    '/projects/$/deployments',
    { environment: must(text), sha: must(text), ref: must(text), tag: must(flag), status: DEPLOYED },
  ],
  ['PUT', '/projects/$/deployments/1', { status: DEPLOYED }],
  [
    'POST',
    '/projects/$/deployments/1/approval',
    { status: { takes: ['approved', 'rejected'], required: true }, comment: text, represented_as: text },
  ],
]

/** Paths whose number is wrong, and the name of what they lack. */
export const NUMBERED: ReadonlyArray<readonly [method: string, path: string, name: string]> = [
  ['GET', '/projects/$/packages/x', 'package_id'],
  ['DELETE', '/projects/$/packages/x', 'package_id'],
  ['GET', '/projects/$/packages/x/package_files', 'package_id'],
  ['DELETE', '/projects/$/packages/x/package_files/1', 'package_id'],
  ['DELETE', '@/package_files/x', 'package_file_id'],
  ['GET', '/projects/$/deployments/x', 'deployment_id'],
  ['GET', '/projects/$/deployments/x/merge_requests', 'deployment_id'],
  ['GET', '/projects/$/merge_requests/x', 'merge_request_iid'],
  ['PUT', '/projects/$/merge_requests/x/merge', 'merge_request_iid'],
  ['GET', '!/versions/x', 'version_id'],
]
