import type { Workplace } from '../bench.js'
import { READ_FIELDS, writeExceptions, writeFields } from './go-fields.js'
import { sshKey } from './ssh-key.js'

type Json = Readonly<Record<string, unknown>>

/** What is there for the Go program, as it takes it. */
export interface GoWorld {
  readonly URL: string
  readonly Token: string
  readonly Project: number
  readonly Group: number
  readonly User: number
  /** A personal token that calls nothing. */
  readonly Spare: number
  readonly Numbers: ReadonlyArray<number>
  readonly Words: ReadonlyArray<string>
  /** What options are filled with, by the names of their fields. */
  readonly Fields: Json
  /** The same of single methods, before those; null leaves a field out. */
  readonly Of: Readonly<Record<string, Json>>
}

const CI = `
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
const HOOK = { url: 'http://example.com/hook' }
const TOKEN = { name: 'reader', scopes: ['api'], expires_at: '2030-01-01' }
const STAGING = { name: 'staging', deploy_access_levels: [{ access_level: 40 }] }
const GATED = { name: 'gated', deploy_access_levels: [{ access_level: 40 }], approval_rules: [{ access_level: 40 }] }
const FREEZE = { freeze_start: '0 23 * * 5', freeze_end: '0 7 * * 1' }
const RULE = { name: 'rule', approvals_required: 1, user_ids: [1] }
const APPLICATION = { name: 'app', redirect_uri: 'https://example.com', scopes: 'api' }

type Step = readonly [path: string, json: Json]

/** Below the project. */
const inProject = (sha: string, reviewer: number): ReadonlyArray<Step> => [
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
  ['hooks', HOOK],
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
const IN_GROUP: ReadonlyArray<Step> = [
  ['labels', { name: 'wish', color: '#00ff00' }],
  ['milestones', { title: '2.0' }],
  ['hooks', HOOK],
  ['variables', { key: 'KEY', value: 'value' }],
  ['deploy_tokens', { name: 'one', scopes: ['read_repository'] }],
  ['protected_environments', STAGING],
  ['access_tokens', TOKEN],
  ['badges', LINK],
  ['invitations', { email: 'somebody@example.com', access_level: 30 }],
]

/** Of the instance and of the caller. */
const ELSEWHERE: ReadonlyArray<Step> = [
  ['hooks', HOOK],
  ['admin/ci/variables', { key: 'KEY', value: 'value' }],
  ['users/1/impersonation_tokens', { name: 'one', scopes: ['api'] }],
  ['user/keys', { title: 'one', key: sshKey(12) }],
  ['user/emails', { email: 'second@example.com' }],
  ['applications', APPLICATION],
  ['topics', { name: 'topic', title: 'Topic' }],
  ['broadcast_messages', { message: 'hello' }],
]

/** Whose numbers or texts are asked for one by one. */
const LISTS = [
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

const WORDS = [
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

/** Makes a group and a project in it, with one of everything that can be read: how the reads find it, and how the writes do, which come after them. */
export const makeGoWorld = async (place: Workplace): Promise<Readonly<Record<'reads' | 'writes', GoWorld>>> => {
  const { api, id: elsewhere, url, token } = place
  const numbers = new Set([1, 2, 3])
  const words = new Set<string>()
  const keep = (one: unknown): void => {
    const found = (one as { readonly id?: unknown } | undefined)?.id
    if (typeof found === 'number') numbers.add(found)
    if (typeof found === 'string') words.add(found)
  }
  const post = async (path: string, json: Json): Promise<Json> => {
    const made = await api<Json>('POST', path, json)
    keep(made)
    return made
  }
  const group = (await post('/groups', { name: 'read', path: 'read', visibility: 'internal' }))['id'] as number
  const groupElsewhere = (await post('/groups', { name: 'beside', path: 'beside', visibility: 'internal' }))[
    'id'
  ] as number
  await post('/groups', { name: 'below', path: 'below', parent_id: group })
  const wanted = {
    ...{ name: 'app', namespace_id: group, initialize_with_readme: true, default_branch: 'main' },
    ...{ visibility: 'internal', allow_pipeline_trigger_approve_deployment: true },
  }
  const id = (await post('/projects', wanted))['id'] as number
  const at = `/projects/${id}`
  const person = { name: 'Rea Der', username: 'reader', email: 'reader@example.com', password: 'correct horse battery' }
  const identity = { provider: 'saml', extern_uid: 'reader' }
  const reviewer = (await post('/users', { ...person, ...identity, skip_confirmation: true }))['id'] as number
  for (const username of ['asker', 'second-asker']) {
    const asker = { ...person, username, email: `${username}@example.com`, skip_confirmation: true }
    await post('/users', asker)
    for (const place of [at, `/groups/${group}`]) await post(`${place}/access_requests?sudo=${username}`, {})
  }
  await post(`${at}/protected_environments`, GATED)
  const write = (branch: string, more: Json, actions: ReadonlyArray<Json>) =>
    post(`${at}/repository/commits`, { branch, commit_message: branch, actions, ...more })
  await write('main', {}, [{ action: 'create', file_path: '.gitlab-ci.yml', content: CI }])
  const changes = [{ action: 'create', file_path: 'one.txt', content: 'one\n' }]
  const sha = (await write('side', { start_branch: 'main' }, changes))['id'] as string
  await write('other', { start_branch: 'main' }, [{ action: 'create', file_path: 'two.txt', content: 'two\n' }])
  const { runners_token } = await api<{ readonly runners_token: string }>('GET', at)
  for (const [path, json] of inProject(sha, reviewer)) await post(`${at}/${path}`, json)
  for (const [path, json] of IN_GROUP) await post(`/groups/${group}/${path}`, json)
  for (const [path, json] of ELSEWHERE) await post(`/${path}`, json)
  await post(`${at}/job_token_scope/allowlist`, { target_project_id: elsewhere })
  const runner = await post('/runners', { token: runners_token })
  const spareRunner = await post('/runners', { token: runners_token })
  const beside = await api<{ readonly runners_token: string }>('GET', `/projects/${elsewhere}`)
  const runnerElsewhere = await post('/runners', { token: beside.runners_token })
  const job = await post('/jobs/request', { token: runner['token'] })
  await api('PUT', `/jobs/${job['id']}`, { token: job['token'], state: 'failed' })
  const issue = (await api<Json>('GET', `${at}/issues/2`))['id'] as number
  await post(`${at}/issues/1/links`, { target_project_id: id, target_issue_iid: 2 })
  const milestone_id = (await api<ReadonlyArray<Json>>('GET', `${at}/milestones`))[0]?.['id']
  for (const [path, json] of [
    [`${at}/issues/1`, { milestone_id }],
    [`${at}/merge_requests/1`, { milestone_id, state_event: 'close' }],
    [`${at}/merge_requests/1`, { state_event: 'reopen' }],
    [`${at}/issues/2`, { state_event: 'close' }],
    [`${at}/packages/generic/one/1.0.0/file.txt`, { one: 1 }],
    ['/users/1/custom_attributes/custom', { value: 'value' }],
  ] as const)
    await api('PUT', path, json)
  for (const list of [...LISTS, `repository/commits/${sha}/discussions`])
    for (const one of await api<ReadonlyArray<Json>>('GET', `${at}/${list}`)) keep(one)
  const trigger = (await api<ReadonlyArray<Json>>('GET', `${at}/triggers`))[0]
  const written = {
    person: reviewer,
    project: id,
    group,
    elsewhere,
    groupElsewhere,
    sha,
    issue,
    runnersToken: runners_token,
    runnerToken: String(runner['token']),
    spareRunnerToken: String(spareRunner['token']),
    runnerElsewhere: runnerElsewhere['id'] as number,
    triggerToken: String(trigger?.['token']),
  }
  const spare = await api<Json>('POST', `/users/${reviewer}/personal_access_tokens`, { name: 'spare', scopes: ['api'] })
  const found = { Numbers: [...numbers], Words: [sha, ...WORDS, ...words] }
  const all = { URL: url, Token: token, Project: id, Group: group, User: 1, Spare: spare['id'] as number, ...found }
  return {
    reads: { ...all, Fields: READ_FIELDS, Of: {} },
    writes: { ...all, User: reviewer, Fields: writeFields(written), Of: writeExceptions(written) },
  }
}
