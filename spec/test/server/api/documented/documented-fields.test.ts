import { isAtLeast } from '@forgefold/core/releases'
import { eventually } from '@forgefold/spec/instance'
import { expect, it } from 'vitest'
import * as delivery from './delivery-fields.js'
import { type Fields, Held } from './fields.js'
import * as review from './review-fields.js'
import { deploymentIn, type Json, openStory, publish, type Story } from './story.js'

/** Fields that nothing in the story fills: they tell of failures, or of what a job or somebody else would say. */
const NOT_FILLED = new Set([
  'deployable.coverage',
  'detailed_status.illustration',
  'head_pipeline.committed_at',
  'head_pipeline.coverage',
  'head_pipeline.yaml_errors',
  // Filled from 14.3 on, which is asserted.
  'info.expires_in',
  'info.expires_in_seconds',
  'pipeline.committed_at',
  'pipeline.coverage',
  'pipeline.duration',
  'pipeline.finished_at',
  'pipeline.started_at',
  'pipeline.yaml_errors',
  'request.merge_error',
  'reviewer.updated_state_by',
])

/** What is documented of merge requests in this release and tier, beyond what all of them have. */
const ofRequests = (release: string, tier: string): Fields => ({
  ...(isAtLeast(release, '14.7') ? { 'merge_user?': delivery.USER } : {}),
  ...(isAtLeast(release, '16.0') ? {} : { 'merged_by?': delivery.USER }),
  ...(tier === 'free' ? {} : { approvals_before_merge: 'integer?' as const }),
})

class Reading {
  readonly held = new Held()
  readonly findings: Array<string> = []
  constructor(
    readonly story: Story,
    readonly more: Fields,
  ) {}

  see(name: string, value: unknown, fields: Fields): void {
    this.findings.push(...this.held.lacks(name, value, fields))
  }

  async read(name: string, path: string, fields: Fields): Promise<Json> {
    const value = await this.story.must('GET', path)
    for (const one of Array.isArray(value) ? value : [value]) this.see(name, one, fields)
    if (Array.isArray(value)) expect(value.length, name).toBeGreaterThan(0)
    return (Array.isArray(value) ? value[0] : value) as Json
  }

  request(which: string, value: unknown, more: Fields = {}): void {
    this.see(`${which} request`, value, { ...review.SINGLE, ...this.more, ...more })
  }
}

const approvals = async (reading: Reading, release: string): Promise<void> => {
  const { story } = reading
  const { at, must, commit, keeper, one } = story
  const rules = [{ access_level: 40, required_approvals: 2 }, { user_id: keeper.id }, { group_id: story.group }]
  await must('POST', `${at}/protected_environments`, {
    name: 'production',
    deploy_access_levels: [{ access_level: 40 }],
    required_approval_count: 2,
    ...(isAtLeast(release, '14.10') ? { approval_rules: rules } : {}),
  })
  if (!isAtLeast(release, '14.8')) {
    const protection = await one('GET', `${at}/protected_environments/production`)
    expect(protection).not.toHaveProperty('required_approval_count')
  }
  await commit('gate', 'gate.txt')
  if (!isAtLeast(release, '14.8')) return
  const waiting = await deploymentIn(story, 'blocked', 'production')
  const approval = `${at}/deployments/${waiting['id']}/approval`
  const given = await one('POST', approval, { status: 'approved', comment: 'good' }, keeper.token)
  reading.see('approval', given, delivery.APPROVAL)
  const summary = isAtLeast(release, '14.10') ? delivery.APPROVAL_SUMMARY : {}
  const fields = { ...delivery.LISTED_DEPLOYMENT, ...delivery.APPROVED, ...summary }
  await reading.read('deployment', `${at}/deployments/${waiting['id']}`, fields)
}

const deployments = async (reading: Reading, release: string, tier: string): Promise<void> => {
  const { story } = reading
  const { at, one } = story
  const { commit } = await one('GET', `${at}/repository/branches/main`)
  const sha = (commit as Json)['id']
  const paid = tier === 'free' || !isAtLeast(release, '14.8') ? {} : delivery.APPROVED
  const wanted = { environment: 'testing', sha, ref: 'main', tag: false, status: 'running' }
  const made = await one('POST', `${at}/deployments`, wanted)
  const changed = await one('PUT', `${at}/deployments/${made['id']}`, { status: 'success' })
  for (const answered of [made, changed]) {
    reading.see('deployment', answered, { ...delivery.MADE_DEPLOYMENT, ...paid })
    expect(answered).not.toHaveProperty('updated_at')
    expect(answered).toHaveProperty('deployable', null)
    expect(Object.hasOwn(answered, 'approvals')).toBe(Object.hasOwn(paid, 'approvals'))
  }
  const shipped = await deploymentIn(story, 'success', 'staging')
  await reading.read('deployment', `${at}/deployments/${shipped['id']}`, { ...delivery.LISTED_DEPLOYMENT, ...paid })
  await reading.read('deployment', `${at}/deployments`, delivery.LISTED_DEPLOYMENT)
  if (tier !== 'free') await approvals(reading, release)
}

const packages = async (reading: Reading, release: string): Promise<void> => {
  const { at, group } = reading.story
  const built = isAtLeast(release, '16.0') ? {} : delivery.BUILT
  const found = await reading.read('package', `${at}/packages`, { ...delivery.PACKAGE, ...built })
  if (isAtLeast(release, '16.0')) expect(found['pipelines'] ?? []).toEqual([])
  const inGroup = { ...delivery.PACKAGE, ...delivery.BUILT }
  await reading.read('package', `/groups/${group}/packages`, inGroup)
  await reading.read('package', `${at}/packages/${found['id']}`, { ...inGroup, ...delivery.VERSIONS })
  await reading.read('file', `${at}/packages/${found['id']}/package_files`, delivery.PACKAGE_FILE)
}

const tokens = async (reading: Reading, release: string): Promise<void> => {
  const { instance } = reading.story
  const client = { name: 'a', redirect_uri: 'https://client.example/back', scopes: 'api' }
  const { application_id, secret } = await reading.story.one('POST', '/applications', client)
  const credentials = `client_id=${application_id}&client_secret=${secret}`
  const form = `grant_type=password&username=root&password=correct%20horse&${credentials}`
  const granted = (await instance.ask('POST', '/oauth/token', { form })).json as Json
  // Applications of 14.3 on get tokens that end, unless they ask otherwise.
  const ends = isAtLeast(release, '14.3') ? { expires_in: 'integer' as const } : {}
  reading.see('password grant', granted, { ...delivery.PASSWORD_GRANT, ...ends })
  expect(granted).toMatchObject({ token_type: 'bearer' })
  for (const absent of ['refresh_token', 'created_at']) expect(granted).not.toHaveProperty(absent)
  const headers = { authorization: `Bearer ${granted['access_token']}` }
  const info = (await instance.ask('GET', '/oauth/token/info', { headers })).json as Json
  reading.see('token info', info, delivery.TOKEN_INFO)
  expect(info['expires_in'] === null).toBe(!isAtLeast(release, '14.3'))
  expect(info['expires_in_seconds']).toBe(info['expires_in'])
}

/** Opens a merge request that has everything, and has its pipeline run. */
const openRequest = async (reading: Reading): Promise<string> => {
  const { story } = reading
  const { at, one, must, keeper, commit } = story
  const days = { start_date: '2030-01-01', due_date: '2030-02-01' }
  const milestone = await one('POST', `${at}/milestones`, { title: 'v1', description: 'first', ...days })
  await must('POST', `${at}/labels`, { name: 'bug', color: '#ff0000', description: 'wrong' })
  const issue = { title: 'Wrong', description: 'It is', milestone_id: milestone['id'], assignee_ids: [keeper.id] }
  await must('POST', `${at}/issues`, { ...issue, labels: 'bug' })
  for (const branch of ['feature', 'other', 'third']) await commit(branch, `${branch}.txt`)
  await commit('feature', 'more.txt')
  const made = await one('POST', `${at}/merge_requests`, {
    source_branch: 'feature',
    target_branch: 'main',
    title: 'First',
    description: 'Closes #1\n\n- [x] done\n- [ ] to do',
    labels: 'bug',
    milestone_id: milestone['id'],
    assignee_ids: [keeper.id],
    reviewer_ids: [keeper.id],
    remove_source_branch: true,
    squash: true,
  })
  reading.request('made', made)
  const path = `${at}/merge_requests/${made['iid']}`
  await story.run(`${path}/pipelines`)
  return path
}

const readRequest = async (reading: Reading, path: string): Promise<void> => {
  const single = { ...review.SINGLE, ...reading.more, first_contribution: 'flag' as const }
  const more = {
    title_html: 'text' as const,
    description_html: 'text' as const,
    diverged_commits_count: 'integer' as const,
    rebase_in_progress: 'flag' as const,
  }
  const query = 'render_html=true&include_diverged_commits_count=true&include_rebase_in_progress=true'
  await reading.read('request', path, single)
  await reading.read('request', `${path}?${query}`, { ...single, ...more })
  await reading.read('participant', `${path}/participants`, delivery.USER)
  await reading.read('reviewer', `${path}/reviewers`, review.REVIEWER)
  await reading.read('commit', `${path}/commits`, review.COMMIT)
  await reading.read('changed request', `${path}/changes`, { ...review.CHANGES, ...reading.more })
  await reading.read('pipeline entry', `${path}/pipelines`, review.PIPELINE_ENTRY)
  const version = await reading.read('version', `${path}/versions`, review.VERSION)
  await reading.read('single version', `${path}/versions/${version['id']}`, review.SINGLE_VERSION)
  await reading.read('closed issue', `${path}/closes_issues`, review.CLOSED_ISSUE)
  await reading.read('merge ref', `${path}/merge_ref`, { commit_id: 'text' })
  await reading.read('time', `${path}/time_stats`, review.TIME)
}

const workOnRequest = async (reading: Reading, path: string): Promise<void> => {
  const { one, keeper } = reading.story
  reading.see('made pipeline', await one('POST', `${path}/pipelines`), review.PIPELINE)
  const diverged = { diverged_commits_count: 'integer' as const }
  reading.request('unsubscribed', await one('POST', `${path}/unsubscribe`))
  reading.request('subscribed', await one('POST', `${path}/subscribe`), diverged)
  const todo = await one('POST', `${path}/todo`, undefined, keeper.token)
  reading.see('to-do', todo, review.TO_DO)
  reading.request("to-do's", todo['target'])
  for (const [name, json] of Object.entries({
    time_estimate: { duration: '3h30m' },
    add_spent_time: { duration: '1h', summary: 'work' },
  }))
    reading.see('time', await one('POST', `${path}/${name}`, json), review.TIME)
  await reading.read('request', path, { ...review.SINGLE, ...reading.more })
  const reset = ['reset_time_estimate', 'reset_spent_time']
  for (const name of reset) reading.see('time', await one('POST', `${path}/${name}`), review.TIME)
}

const mergeRequests = async (reading: Reading): Promise<void> => {
  const { story } = reading
  const { at, one, keeper, must, group } = story
  const path = await openRequest(reading)
  await readRequest(reading, path)
  await workOnRequest(reading, path)
  const open = (source_branch: string) =>
    one('POST', `${at}/merge_requests`, { source_branch, target_branch: 'main', title: source_branch })
  const closed = await open('other')
  await one('PUT', `${at}/merge_requests/${closed['iid']}`, { state_event: 'close', discussion_locked: true })
  const waiting = `${at}/merge_requests/${(await open('third'))['iid']}`
  await eventually('a pipeline that is awaited', async () => {
    const { head_pipeline } = await one('GET', waiting)
    return (head_pipeline as Json | null)?.['status'] === 'pending' ? true : undefined
  })
  const diverged = { diverged_commits_count: 'integer' as const }
  const wanted = { merge_when_pipeline_succeeds: true }
  reading.request('waiting', await one('PUT', `${waiting}/merge`, wanted), diverged)
  const canceled = await one('POST', `${waiting}/cancel_merge_when_pipeline_succeeds`)
  reading.request('canceled', canceled, diverged)
  const words = { merge_commit_message: 'Merged', squash_commit_message: 'Squashed', should_remove_source_branch: true }
  reading.request('merged', await one('PUT', `${path}/merge`, words, keeper.token), diverged)
  const { commit } = await one('GET', `${at}/repository/branches/main`)
  const shipped = { environment: 'production', sha: (commit as Json)['id'], ref: 'main', tag: false, status: 'success' }
  await must('POST', `${at}/deployments`, shipped, keeper.token)
  await reading.read('request', path, { ...review.SINGLE, ...reading.more })
  const fields = { ...review.LISTED, ...reading.more }
  await reading.read('request', '/merge_requests?scope=all', fields)
  await reading.read('request', `${at}/merge_requests`, fields)
  await reading.read('request', `/groups/${group}/merge_requests`, fields)
  await reading.read('simple', `${at}/merge_requests?view=simple`, review.SIMPLE)
  const detailed = (await must(
    'GET',
    `${at}/merge_requests?with_labels_details=true&labels=BUG`,
  )) as ReadonlyArray<Json>
  for (const label of detailed.flatMap(({ labels }) => labels as ReadonlyArray<Json>))
    reading.see('label', label, review.LABEL)
}

it.each([
  ['14.0', 'ultimate'],
  ['15.3', 'ultimate'],
  ['15.3', 'free'],
  ['16.0', 'ultimate'],
] as const)('every documented field stands in the answers of %s, %s', async (release, tier) => {
  const story = await openStory({ release, tier })
  const reading = new Reading(story, ofRequests(release, tier))
  await story.must('POST', `${story.at}/pipeline`, { ref: 'main' })
  await story.run(`${story.at}/pipelines`, (token) => publish(story, token))
  await deployments(reading, release, tier)
  await packages(reading, release)
  await tokens(reading, release)
  await mergeRequests(reading)
  await story.instance.close()
  expect(reading.findings).toEqual([])
  expect(reading.held.neverFilled.filter((one) => !NOT_FILLED.has(one))).toEqual([])
})
