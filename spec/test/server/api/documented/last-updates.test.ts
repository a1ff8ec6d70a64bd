import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from './story.js'

/** What is asked, and whether the time of the last update becomes that of the request. */
type Step = readonly [what: string, moves: boolean, method: string, path: string, json?: Json]

const NOTE = 'notes/$note'
const THREAD = 'discussions/$thread'

/** What issues and merge requests share; paths are below the thing. */
const SHARED: ReadonlyArray<Step> = [
  ['a title', true, 'PUT', '', { title: 'Two' }],
  ['the same title', false, 'PUT', '', { title: 'Two' }],
  ['a description', true, 'PUT', '', { description: 'text' }],
  ['labels', true, 'PUT', '', { labels: 'one' }],
  ['the same labels', false, 'PUT', '', { labels: 'one' }],
  ['one more label', true, 'PUT', '', { add_labels: 'two' }],
  ['a label less', true, 'PUT', '', { remove_labels: 'two' }],
  ['assignees', true, 'PUT', '', { assignee_ids: [1] }],
  ['a milestone', true, 'PUT', '', { milestone_id: '$milestone' }],
  ['a lock', true, 'PUT', '', { discussion_locked: true }],
  ['no lock', true, 'PUT', '', { discussion_locked: false }],
  ['a note', true, 'POST', 'notes', { body: 'said' }],
  ['a note that is dated back', true, 'POST', 'notes', { body: 'said', created_at: '2020-01-01T00:00:00Z' }],
  ['a changed note', true, 'PUT', NOTE, { body: 'changed' }],
  ['a note changed to what it is', false, 'PUT', NOTE, { body: 'changed' }],
  ['an emoji', false, 'POST', 'award_emoji', { name: 'heart' }],
  ['an emoji on a note', false, 'POST', `${NOTE}/award_emoji`, { name: 'heart' }],
  ['a deleted note', true, 'DELETE', NOTE],
  ['a thread', true, 'POST', 'discussions', { body: 'asked' }],
  ['no subscription', false, 'POST', 'unsubscribe'],
  ['a subscription', false, 'POST', 'subscribe'],
  ['a to-do', false, 'POST', 'todo'],
  ['an estimate', true, 'POST', 'time_estimate', { duration: '1h' }],
  ['spent time', true, 'POST', 'add_spent_time', { duration: '1h' }],
  ['no estimate', true, 'POST', 'reset_time_estimate'],
  ['no spent time', true, 'POST', 'reset_spent_time'],
  ['a new title of its milestone', false, 'PUT', '/milestones/$milestone', { title: 'changed $milestone' }],
  ['a new name of its label', false, 'PUT', '/labels/one', { new_name: 'uno' }],
  ['the end of its label', false, 'DELETE', '/labels/uno'],
  ['being spoken of', true, 'POST', '/issues', { title: 'See $reference' }],
  ['being spoken of once more by the same', false, 'PUT', '/issues/$latest', { description: 'See $reference' }],
  ['closing', true, 'PUT', '', { state_event: 'close' }],
  ['reopening', true, 'PUT', '', { state_event: 'reopen' }],
]

const OF_ISSUES: ReadonlyArray<Step> = [
  ['a weight', true, 'PUT', '', { weight: 2 }],
  ['a day when it is due', true, 'PUT', '', { due_date: '2030-01-01' }],
  ['a link', true, 'POST', 'links', { target_project_id: '$project', target_issue_iid: '$latest' }],
  ['the end of a link', true, 'DELETE', 'links/$link'],
]

const OF_REQUESTS: ReadonlyArray<Step> = [
  ['reviewers', true, 'PUT', '', { reviewer_ids: [1] }],
  ['squashing', true, 'PUT', '', { squash: true }],
  ['a resolved thread', false, 'PUT', THREAD, { resolved: true }],
  ['an approval', true, 'POST', 'approve'],
  ['no approval', true, 'POST', 'unapprove'],
  ['another target', true, 'PUT', '', { target_branch: 'other' }],
  ['a commit on the source branch', true, 'POST', '/repository/commits', { branch: 'source', file: 'two' }],
  ['a commit on the target branch', false, 'POST', '/repository/commits', { branch: 'other', file: 'three' }],
  ['the merge ref', false, 'GET', 'merge_ref'],
  ['merging', true, 'PUT', 'merge'],
  ['a note on what is merged', true, 'POST', 'notes', { body: 'said' }],
]

let instance: TestInstance
let at: string
const known = new Map<string, unknown>()

const filled = (text: string): string => text.replace(/\$\w+/g, (name) => String(known.get(name)))

const commitOf = ({ branch, file }: Json): Json => ({
  ...{ branch, commit_message: 'm', actions: [{ action: 'create', file_path: file, content: 'x\n' }] },
})

const ask = async (method: string, path: string, json?: Json): Promise<Json> => {
  const wanted = json !== undefined && 'file' in json ? commitOf(json) : json
  const body = wanted === undefined ? {} : { json: JSON.parse(filled(JSON.stringify(wanted))) }
  const where = filled(path.startsWith('/') ? `${at}${path}` : path)
  const answered = await instance.ask(method, where, { as: instance.root, ...body })
  expect(answered.status, `${method} ${where}: ${answered.text}`).toBeLessThan(300)
  return answered.json as Json
}

/** Numbers of what a step has made, for those after it. */
const learn = (path: string, made: Json): void => {
  if (path === 'notes') known.set('$note', made['id'])
  if (path === 'discussions') known.set('$thread', made['id'])
  if (path === '/issues') known.set('$latest', made['iid'])
}

/** Whether each step, a minute after the one before, makes the time that of its request, or leaves it. */
const walk = async (thing: string, steps: ReadonlyArray<Step>): Promise<ReadonlyArray<string>> => {
  const wrong: Array<string> = []
  const read = async (): Promise<unknown> => (await ask('GET', thing))['updated_at']
  for (const [what, moves, method, path, json] of steps) {
    const before = await read()
    instance.clock.advance(60_000)
    const place = path.startsWith('/') ? path : [thing, path].filter((part) => part !== '').join('/')
    const made = await ask(method, place, json)
    if (method !== 'DELETE') learn(path, made)
    if (path === 'links' && method === 'POST') {
      const linked = (await ask('GET', `${thing}/links`)) as unknown as ReadonlyArray<Json>
      known.set('$link', linked[0]?.['issue_link_id'])
    }
    const after = await read()
    if (after !== (moves ? instance.clock.now() : before)) wrong.push(`${what}: ${before} became ${after}`)
  }
  return wrong
}

beforeAll(async () => {
  instance = await openTestInstance()
  at = ''
  const { id } = await ask('POST', '/api/v4/projects', { name: 'app', initialize_with_readme: true })
  at = `/api/v4/projects/${id}`
  known.set('$project', id)
  await ask('POST', '/approvals', { merge_requests_author_approval: true })
  known.set('$milestone', (await ask('POST', '/milestones', { title: 'v1' }))['id'])
  await ask('POST', '/repository/branches', { branch: 'source', ref: 'main' })
  await ask('POST', '/repository/branches', { branch: 'other', ref: 'main' })
  await ask('POST', '/repository/commits', { branch: 'source', file: 'one' })
})
afterAll(() => instance.close())

describe('the time of the last update', () => {
  it('of an issue is that of what changes it', async () => {
    const { iid } = await ask('POST', '/issues', { title: 'One' })
    known.set('$reference', `#${iid}`)
    expect(await walk(`/issues/${iid}`, [...SHARED, ...OF_ISSUES])).toEqual([])
  })

  it('of a merge request is that of what changes it', async () => {
    known.set('$milestone', (await ask('POST', '/milestones', { title: 'next' }))['id'])
    const wanted = { source_branch: 'source', target_branch: 'main', title: 'One' }
    const { iid } = await ask('POST', '/merge_requests', wanted)
    known.set('$reference', `!${iid}`)
    expect(await walk(`/merge_requests/${iid}`, [...SHARED, ...OF_REQUESTS])).toEqual([])
  })

  it('of a note is that of its text, its emoji and its resolution', async () => {
    const wanted = { source_branch: 'other', target_branch: 'source', title: 'Notes' }
    const { iid } = await ask('POST', '/merge_requests', wanted)
    const thread = await ask('POST', `/merge_requests/${iid}/discussions`, { body: 'asked' })
    const [note] = thread['notes'] as ReadonlyArray<Json>
    known.set('$thread', thread['id'])
    const resolve = `/merge_requests/${iid}/${THREAD}`
    const steps: ReadonlyArray<Step> = [
      ['a text', true, 'PUT', '', { body: 'changed' }],
      ['the same text', false, 'PUT', '', { body: 'changed' }],
      ['an emoji', true, 'POST', 'award_emoji', { name: 'heart' }],
      ['resolving', true, 'PUT', resolve, { resolved: true }],
      ['resolving again', false, 'PUT', resolve, { resolved: true }],
      ['opening', true, 'PUT', resolve, { resolved: false }],
      ['an answer', false, 'POST', `${resolve}/notes`, { body: 'answered' }],
    ]
    expect(await walk(`/merge_requests/${iid}/notes/${note?.['id']}`, steps)).toEqual([])
  })

  it('of a milestone, an environment and a deployment is that of what changes them', async () => {
    const milestone = (await ask('POST', '/milestones', { title: 'v9' }))['id']
    const { iid } = await ask('POST', '/issues', { title: 'In it' })
    const ofMilestones: ReadonlyArray<Step> = [
      ['a title', true, 'PUT', '', { title: 'v10' }],
      ['the same title', false, 'PUT', '', { title: 'v10' }],
      ['an issue in it', false, 'PUT', `/issues/${iid}`, { milestone_id: milestone }],
      ['closing', true, 'PUT', '', { state_event: 'close' }],
    ]
    expect(await walk(`/milestones/${milestone}`, ofMilestones)).toEqual([])
    const environment = (await ask('POST', '/environments', { name: 'e' }))['id']
    const ofEnvironments: ReadonlyArray<Step> = [
      ['a URL', true, 'PUT', '', { external_url: 'https://e.example' }],
      ['the same URL', false, 'PUT', '', { external_url: 'https://e.example' }],
      ['stopping', true, 'POST', 'stop'],
    ]
    expect(await walk(`/environments/${environment}`, ofEnvironments)).toEqual([])
    const { commit } = await ask('GET', '/repository/branches/main')
    const sha = (commit as Json)['id']
    const deployment = { environment: 'live', sha, ref: 'main', tag: false, status: 'running' }
    const { id } = await ask('POST', '/deployments', deployment)
    const ofDeployments: ReadonlyArray<Step> = [
      ['a status', true, 'PUT', '', { status: 'success' }],
      ['a newer one', false, 'POST', '/deployments', { ...deployment, tag: true, status: 'success' }],
    ]
    expect(await walk(`/deployments/${id}`, ofDeployments)).toEqual([])
  })
})
