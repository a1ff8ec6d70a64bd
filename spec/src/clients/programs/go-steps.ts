import { sshKey } from './public-key.js'

type Json = Readonly<Record<string, unknown>>

/** A pipeline with a job of each kind. */
export const CI = `
build:
  script: [make]
  environment: production
  resource_group: shared
by-hand:
  script: [make]
  when: manual
gate:
  script: [make]
  environment: gated
of-requests:
  script: [make]
  only: [merge_requests]
`

const LINK = { link_url: 'https://example.com', image_url: 'https://example.com/a.png' }
const TOKEN = { name: 'reader', scopes: ['api'], expires_at: '2030-01-01' }
const STAGING = { name: 'staging', deploy_access_levels: [{ access_level: 40 }] }
/** A protected environment that waits for an approval. */
export const GATED = {
  name: 'gated',
  deploy_access_levels: [{ access_level: 40 }],
  approval_rules: [{ access_level: 40 }],
}
const FREEZE = { freeze_start: '0 23 * * 5', freeze_end: '0 7 * * 1' }
const RULE = { name: 'rule', approvals_required: 1, user_ids: [1] }
const APPLICATION = { name: 'app', redirect_uri: 'https://example.com', scopes: 'api' }

type Step = readonly [path: string, json: Json]

/** Below the project. */
export const inProject = (sha: string, reviewer: number, hook: Json): ReadonlyArray<Step> => [
  ['members', { user_id: reviewer, access_level: 30 }],
  ['labels', { name: 'bug', color: '#ff0000' }],
  ['milestones', { title: '1.0' }],
  ['issues', { title: 'one', labels: 'bug', assignee_ids: [1], due_date: '2030-01-01' }],
  ['issues', { title: 'two' }],
  ['issues', { title: 'three' }],
  ['issues/3/unsubscribe', {}],
  ['issues/1/notes', { body: 'a note' }],
  ['issues/1/discussions', { body: 'a thread' }],
  ['issues/1/award_emoji', { name: 'thumbsup' }],
  [
    'merge_requests',
    {
      description: 'Closes #1',
      title: 'one',
      source_branch: 'side',
      target_branch: 'main',
      reviewer_ids: [reviewer],
      labels: 'bug',
    },
  ],
  // Of somebody else, so that the caller may approve it and is not told of it yet.
  ['merge_requests?sudo=reader', { title: 'two', source_branch: 'other', target_branch: 'main' }],
  // Its pipeline waits for a runner, and so does its merge.
  ['merge_requests?sudo=reader', { title: 'three', source_branch: 'third', target_branch: 'main' }],
  ['merge_requests/3/approve', {}],
  ['merge_requests/1/notes', { body: 'a note' }],
  ['merge_requests/1/discussions', { body: 'a thread' }],
  ['merge_requests/1/draft_notes', { note: 'a draft' }],
  ['merge_requests/1/award_emoji', { name: 'tada' }],
  ['merge_requests/1/approval_rules', RULE],
  ['approval_rules', RULE],
  ['pipeline', { ref: 'main', variables: [{ key: 'A', value: 'b' }] }],
  ['repository/tags', { tag_name: 'v1.0', ref: 'main', message: 'one' }],
  [
    'releases',
    { tag_name: 'v1.0', description: 'one', assets: { links: [{ name: 'a', url: 'https://example.com/a' }] } },
  ],
  ['hooks', hook],
  ['variables', { key: 'KEY', value: 'value' }],
  ['pipeline_schedules', { description: 'nightly', ref: 'main', cron: '0 1 * * *' }],
  ['triggers', { description: 'one' }],
  ['deploy_keys', { title: 'one', key: sshKey(11) }],
  ['deploy_tokens', { name: 'one', scopes: ['read_repository'] }],
  ['protected_tags', { name: 'v1.0' }],
  ['environments', { name: 'staging', external_url: 'https://example.com' }],
  ['protected_environments', STAGING],
  ['deployments', { environment: 'staging', sha, ref: 'side', tag: false, status: 'success' }],
  [`statuses/${sha}`, { state: 'success', name: 'outside', ref: 'side' }],
  [`repository/commits/${sha}/comments`, { note: 'a comment' }],
  [`repository/commits/${sha}/discussions`, { body: 'a thread' }],
  ['access_tokens', TOKEN],
  ['feature_flags', { name: 'flag', version: 'new_version_flag' }],
  ['feature_flags_user_lists', { name: 'list', user_xids: 'a,b' }],
  ['freeze_periods', FREEZE],
  ['terraform/state/one', { version: 4, serial: 1, lineage: 'x' }],
  ['badges', LINK],
  ['invitations', { email: 'somebody@example.com', access_level: 30 }],
  ['star', {}],
  ['fork', { path: 'fork', name: 'fork' }],
]

/** Below the group. */
export const inGroup = (hook: Json): ReadonlyArray<Step> => [
  ['labels', { name: 'wish', color: '#00ff00' }],
  ['milestones', { title: '2.0' }],
  ['hooks', hook],
  ['variables', { key: 'KEY', value: 'value' }],
  ['deploy_tokens', { name: 'one', scopes: ['read_repository'] }],
  ['protected_environments', STAGING],
  ['access_tokens', TOKEN],
  ['badges', LINK],
  ['invitations', { email: 'somebody@example.com', access_level: 30 }],
]

/** Of the instance and of the caller. */
export const elsewhereWith = (hook: Json): ReadonlyArray<Step> => [
  ['hooks', hook],
  ['admin/ci/variables', { key: 'KEY', value: 'value' }],
  ['users/1/impersonation_tokens', { name: 'one', scopes: ['api'] }],
  ['user/keys', { title: 'one', key: sshKey(12) }],
  ['user/emails', { email: 'second@example.com' }],
  ['applications', APPLICATION],
  ['topics', { name: 'topic', title: 'Topic' }],
  ['broadcast_messages', { message: 'hello' }],
]

/** Whose numbers or texts are asked for one by one. */
export const LISTS = [
  'issues/1/discussions',
  'merge_requests/1/discussions',
  'issues/1/notes',
  'merge_requests/1/notes',
  'issues/1/resource_label_events',
  'merge_requests/1/resource_label_events',
  'issues/1/resource_milestone_events',
  'merge_requests/1/resource_milestone_events',
  'merge_requests/1/resource_state_events',
  'issues/2/resource_state_events',
  'jobs',
  'issues/1/links',
  'deployments',
]

/** Names, keys and states that methods take. */
export const WORDS = [
  'main',
  'push_events',
  'v1.0',
  'README.md',
  'staging',
  'KEY',
  'flag',
  'one',
  '1.0.0',
  'file.txt',
  'mit',
  'issues',
  'custom',
  '1',
  'bug',
  'shared',
  'saml',
]
