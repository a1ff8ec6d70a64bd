import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Record<string, unknown>

let world: TestInstance
let dev: string
let guest: string
let project: number
let request: string
let issue: string

const ask = async (method: string, path: string, as: string, json?: unknown, query = '') => {
  const answer = await world.ask(method, `/api/v4${path}`, { as, query, json })
  return { status: answer.status, json: answer.json as Json, list: answer.json as ReadonlyArray<Json> }
}

beforeAll(async () => {
  world = await openTestInstance()
  const [one, two] = [await world.person('dev'), await world.person('visitor')]
  ;[dev, guest] = [one.token, two.token]
  const made = await ask('POST', '/projects', world.root, {
    name: 'app',
    visibility: 'public',
    initialize_with_readme: true,
    default_branch: 'main',
  })
  project = made.json['id'] as number
  await ask('POST', `/projects/${project}/members`, world.root, { user_id: one.id, access_level: 30 })
  await ask('POST', `/projects/${project}/repository/commits`, dev, {
    branch: 'work',
    start_branch: 'main',
    commit_message: 'work',
    actions: [{ action: 'create', file_path: 'a.txt', content: 'a' }],
  })
  const opened = { source_branch: 'work', target_branch: 'main', title: 'Work', assignee_id: one.id }
  expect((await ask('POST', `/projects/${project}/merge_requests`, dev, opened)).status).toBe(201)
  request = `/projects/${project}/merge_requests/1`
  await ask('POST', `/projects/${project}/issues`, dev, { title: 'An issue' })
  issue = `/projects/${project}/issues/1`
})
afterAll(() => world.close())

describe('notes', () => {
  it('are stored, counted and make their author a participant', async () => {
    const made = await ask('POST', `${request}/notes`, guest, { body: 'hello @dev' })
    expect(made.status).toBe(201)
    expect(made.json).toMatchObject({
      type: null,
      body: 'hello @dev',
      author: { username: 'visitor' },
      system: false,
      noteable_type: 'MergeRequest',
      noteable_iid: 1,
      resolvable: false,
    })
    expect((await ask('GET', request, dev)).json['user_notes_count']).toBe(1)
    const people = await ask('GET', `${request}/participants`, dev)
    expect(people.list.map((one) => one['username'])).toEqual(['dev', 'visitor'])
  })

  it('keep long texts complete', async () => {
    const body = 'é'.repeat(70_000)
    const made = await ask('POST', `${issue}/notes`, dev, { body })
    expect([made.status, made.json['body'] === body]).toEqual([201, true])
    expect((await ask('GET', issue, dev)).json['user_notes_count']).toBe(1)
  })

  it('are changed and deleted by their author and by maintainers alone', async () => {
    const made = await ask('POST', `${request}/notes`, dev, { body: 'mine' })
    const path = `${request}/notes/${String(made.json['id'])}`
    expect((await ask('PUT', path, guest, { body: 'yours' })).status).toBe(403)
    expect((await ask('PUT', path, dev, { body: 'changed' })).json['body']).toBe('changed')
    expect((await ask('DELETE', path, guest)).status).toBe(403)
    expect((await ask('DELETE', path, world.root)).status).toBe(204)
    expect((await ask('GET', path, dev)).json).toEqual({ message: '404 Note Not Found' })
    expect((await ask('GET', request, dev)).json['user_notes_count']).toBe(1)
  })

  it('refuse blank texts', async () => {
    expect((await ask('POST', `${request}/notes`, dev, {})).json).toEqual({ error: 'body is missing' })
    const blank = await ask('POST', `${request}/notes`, dev, { body: ' ' })
    expect([blank.status, blank.json]).toEqual([
      400,
      { message: '400 Bad request - Note {:note=>["can\'t be blank"]}' },
    ])
  })

  it('are made internal and public again without a new text', async () => {
    const made = await ask('POST', `${issue}/notes`, dev, { body: 'the **same** text' })
    const path = `${issue}/notes/${String(made.json['id'])}`
    const hidden = await ask('PUT', path, dev, { confidential: true })
    expect([hidden.status, hidden.json['confidential'], hidden.json['body']]).toEqual([200, true, 'the **same** text'])
    const open = await ask('PUT', path, dev, { confidential: false })
    expect([open.status, open.json['confidential'], open.json['body']]).toEqual([200, false, 'the **same** text'])
    expect((await ask('PUT', path, dev, {})).json).toEqual({ error: 'body is missing' })
    await ask('DELETE', path, dev)
  })

  it('that are internal are for reporters and above', async () => {
    const made = await ask('POST', `${issue}/notes`, dev, { body: 'secret', internal: true })
    expect(made.json['internal']).toBe(true)
    expect((await ask('GET', `${issue}/notes/${String(made.json['id'])}`, guest)).status).toBe(404)
    expect((await ask('GET', `${issue}/notes`, guest)).list).toHaveLength(1)
    expect((await ask('GET', `${issue}/notes`, dev, undefined, 'sort=asc')).list).toHaveLength(2)
  })
})

describe('threads', () => {
  it('block the merge until they are resolved', async () => {
    await ask('PUT', `/projects/${project}`, world.root, { only_allow_merge_if_all_discussions_are_resolved: true })
    const made = await ask('POST', `${request}/discussions`, guest, { body: 'why?' })
    expect(made.status).toBe(201)
    expect(made.json).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{40}$/), individual_note: false })
    const path = `${request}/discussions/${String(made.json['id'])}`
    expect((await ask('GET', request, dev)).json['blocking_discussions_resolved']).toBe(false)
    expect((await ask('POST', `${path}/notes`, dev, { body: 'because' })).json['type']).toBe('DiscussionNote')
    expect((await ask('PUT', path, guest, { resolved: true })).status).toBe(403)
    const resolved = await ask('PUT', path, dev, { resolved: true })
    expect((resolved.json['notes'] as ReadonlyArray<Json>).map((note) => note['resolved'])).toEqual([true, true])
    expect((await ask('GET', request, dev)).json['blocking_discussions_resolved']).toBe(true)
    await ask('POST', `${path}/notes`, dev, { body: 'still' })
    expect((await ask('GET', request, dev)).json['blocking_discussions_resolved']).toBe(false)
    const { list } = await ask('GET', `${request}/discussions`, dev)
    const ofPeople = list.filter((one) =>
      (one['notes'] as ReadonlyArray<Json>).every((note) => note['system'] === false),
    )
    expect(ofPeople.map((one) => one['individual_note'])).toEqual([true, false])
  })
})

describe('award emoji', () => {
  it.each([
    ['merge request', () => request],
    ['issue', () => issue],
  ])('are given once to one %s, counted, and taken back by their giver', async (_, of) => {
    const path = `${of()}/award_emoji`
    const made = await ask('POST', path, guest, { name: '+1' })
    expect([made.status, made.json['name']]).toEqual([201, 'thumbsup'])
    expect((await ask('POST', path, guest, { name: 'thumbsup' })).json).toEqual({
      message: '404 Award Emoji Name has already been taken Not Found',
    })
    expect((await ask('POST', path, guest, { name: 'no such!' })).status).toBe(404)
    expect((await ask('POST', path, guest, {})).json).toEqual({ error: 'name is missing' })
    expect((await ask('GET', of(), dev)).json).toMatchObject({ upvotes: 1, downvotes: 0 })
    expect((await ask('DELETE', `${path}/${String(made.json['id'])}`, dev)).status).toBe(401)
    expect((await ask('DELETE', `${path}/${String(made.json['id'])}`, guest)).status).toBe(204)
    expect((await ask('GET', of(), dev)).json['upvotes']).toBe(0)
    expect((await ask('GET', path, dev)).list).toEqual([])
    expect((await ask('POST', path, guest, { name: 'thumbsdown' })).status).toBe(201)
    expect((await ask('GET', of(), dev)).json['downvotes']).toBe(1)
  })
})
