import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Record<string, unknown>

let world: TestInstance
let dev: string
let visitor: string
let request: string
let issue: string

const ask = async (method: string, path: string, as: string, json?: unknown) => {
  const answer = await world.ask(method, `/api/v4${path}`, { as, json })
  return { status: answer.status, json: answer.json as Json, list: answer.json as ReadonlyArray<Json> }
}

const notesOf = (discussion: Json): ReadonlyArray<Json> => discussion['notes'] as ReadonlyArray<Json>

const thread = async (on: string, as: string) => {
  const made = await ask('POST', `${on}/discussions`, as, { body: 'why?' })
  expect(made.status).toBe(201)
  const path = `${on}/discussions/${String(made.json['id'])}`
  return { path, note: `${path}/notes/${String(notesOf(made.json)[0]?.['id'])}` }
}

beforeAll(async () => {
  world = await openTestInstance()
  const [one, two] = [await world.person('dev'), await world.person('visitor')]
  ;[dev, visitor] = [one.token, two.token]
  const made = await ask('POST', '/projects', world.root, {
    name: 'app',
    visibility: 'public',
    initialize_with_readme: true,
    default_branch: 'main',
    only_allow_merge_if_all_discussions_are_resolved: true,
  })
  const project = made.json['id'] as number
  await ask('POST', `/projects/${project}/members`, world.root, { user_id: one.id, access_level: 30 })
  await ask('POST', `/projects/${project}/repository/commits`, dev, {
    branch: 'work',
    start_branch: 'main',
    commit_message: 'work',
    actions: [{ action: 'create', file_path: 'a.txt', content: 'a' }],
  })
  const opened = { source_branch: 'work', target_branch: 'main', title: 'Work' }
  expect((await ask('POST', `/projects/${project}/merge_requests`, dev, opened)).status).toBe(201)
  request = `/projects/${project}/merge_requests/1`
  await ask('POST', `/projects/${project}/issues`, dev, { title: 'An issue' })
  issue = `/projects/${project}/issues/1`
})
afterAll(() => world.close())

const areResolved = async () => (await ask('GET', request, dev)).json['blocking_discussions_resolved']

describe('a note of a thread', () => {
  it('is resolved on its own; the merge is blocked until all are', async () => {
    const { path, note } = await thread(request, visitor)
    const second = await ask('POST', `${path}/notes`, dev, { body: 'because' })
    expect(await areResolved()).toBe(false)
    const resolved = await ask('PUT', note, visitor, { resolved: true })
    expect(resolved.status).toBe(200)
    expect(resolved.json).toMatchObject({ resolved: true, resolved_by: { username: 'visitor' } })
    expect(resolved.json['resolved_at']).toMatch(/Z$/)
    expect(await areResolved()).toBe(false)
    const other = `${path}/notes/${String(second.json['id'])}`
    expect((await ask('PUT', other, visitor, { resolved: true })).status).toBe(403)
    expect((await ask('PUT', other, dev, { resolved: true })).status).toBe(200)
    expect(await areResolved()).toBe(true)
    expect((await ask('PUT', other, dev, { resolved: false })).json).toMatchObject({
      resolved: false,
      resolved_by: null,
      resolved_at: null,
    })
    expect(await areResolved()).toBe(false)
    expect((await ask('PUT', path, dev, { resolved: true })).status).toBe(200)
    expect(await areResolved()).toBe(true)
  })

  it('that is deleted unresolved blocks nothing', async () => {
    const { note } = await thread(request, dev)
    expect(await areResolved()).toBe(false)
    expect((await ask('DELETE', note, dev)).status).toBe(204)
    expect(await areResolved()).toBe(true)
  })

  it('is read, listed and changed below its discussion', async () => {
    const { path, note } = await thread(issue, dev)
    expect((await ask('GET', note, visitor)).json).toMatchObject({ body: 'why?', noteable_iid: 1, resolvable: false })
    expect((await ask('PUT', note, dev, { body: 'how?' })).json['body']).toBe('how?')
    expect((await ask('GET', `${path}/notes`, visitor)).list.map((one) => one['body'])).toEqual(['how?'])
    expect((await ask('DELETE', note, dev)).status).toBe(204)
    expect((await ask('GET', `${path}/notes`, visitor)).json).toEqual({ message: '404 Notes Not Found' })
  })

  it.each<[string, () => string, Json, number, Json]>([
    [
      'nothing to change',
      () => request,
      {},
      400,
      { error: 'body, resolved are missing, exactly one parameter must be provided' },
    ],
    [
      'both at once',
      () => request,
      { body: 'x', resolved: true },
      400,
      { error: 'body, resolved are mutually exclusive' },
    ],
    ['a word for a boolean', () => request, { resolved: 'perhaps' }, 400, { error: 'resolved is invalid' }],
    [
      'an issue has nothing to resolve',
      () => issue,
      { resolved: true },
      400,
      { message: '400 Bad request - Note is not resolvable' },
    ],
  ])('refuses %s', async (_, on, body, status, message) => {
    const { note } = await thread(on(), dev)
    const answer = await ask('PUT', note, dev, body)
    expect([answer.status, answer.json]).toEqual([status, message])
  })

  it('that is individual cannot be resolved', async () => {
    const made = await ask('POST', `${request}/notes`, dev, { body: 'by itself' })
    const listed = (await ask('GET', `${request}/discussions`, dev)).list
    const discussion = listed.find((one) => notesOf(one)[0]?.['id'] === made.json['id'])
    const note = `${request}/discussions/${String(discussion?.['id'])}/notes/${String(made.json['id'])}`
    expect((await ask('PUT', note, dev, { resolved: true })).status).toBe(400)
    expect((await ask('PUT', `${request}/discussions/nothing/notes/999999`, dev, { resolved: true })).status).toBe(404)
  })
})

describe('a deletion on a condition', () => {
  const remove = (path: string, since: string) =>
    world.ask('DELETE', `/api/v4${path}`, { as: dev, headers: { 'if-unmodified-since': since } })
  const LONG_AGO = 'Mon, 01 Jan 2001 00:00:00 GMT'
  const LATER = 'Fri, 01 Jan 2100 00:00:00 GMT'

  it.each([
    ['note', () => ask('POST', `${issue}/notes`, dev, { body: 'x' }), () => `${issue}/notes`],
    ['emoji', () => ask('POST', `${issue}/award_emoji`, dev, { name: 'snail' }), () => `${issue}/award_emoji`],
  ])('spares a %s that was changed since', async (_, make, at) => {
    const path = `${at()}/${String((await make()).json['id'])}`
    const refused = await remove(path, LONG_AGO)
    expect([refused.status, refused.json]).toEqual([412, { message: '412 Precondition Failed' }])
    expect((await ask('GET', path, dev)).status).toBe(200)
    expect((await remove(path, LATER)).status).toBe(204)
    expect((await ask('GET', path, dev)).status).toBe(404)
  })
})

describe('award emoji on notes', () => {
  it.each([
    ['merge request', () => request],
    ['issue', () => issue],
  ])('of one %s are given, listed and taken back', async (_, on) => {
    const note = await ask('POST', `${on()}/notes`, dev, { body: 'done' })
    const path = `${on()}/notes/${String(note.json['id'])}/award_emoji`
    const made = await ask('POST', path, visitor, { name: 'rocket' })
    expect(made.status).toBe(201)
    expect(made.json).toMatchObject({
      name: 'rocket',
      user: { username: 'visitor' },
      awardable_id: note.json['id'],
      awardable_type: 'Note',
    })
    expect((await ask('POST', path, dev, { name: 'thumbsup' })).status).toBe(201)
    expect((await ask('POST', path, visitor, { name: 'rocket' })).json).toEqual({
      message: '404 Award Emoji Name has already been taken Not Found',
    })
    expect((await ask('GET', path, dev)).list.map((one) => one['name'])).toEqual(['rocket', 'thumbsup'])
    expect((await ask('GET', on(), dev)).json).toMatchObject({ upvotes: 0, downvotes: 0 })
    const one = `${path}/${String(made.json['id'])}`
    expect((await ask('GET', one, dev)).json['name']).toBe('rocket')
    expect((await ask('DELETE', one, dev)).status).toBe(401)
    expect((await ask('DELETE', one, visitor)).status).toBe(204)
    expect((await ask('GET', one, dev)).json).toEqual({ message: '404 Award Emoji Not Found' })
  })

  it('make their author a participant of the merge request', async () => {
    const fan = await world.person('fan')
    const note = await ask('POST', `${request}/notes`, dev, { body: 'done' })
    await ask('POST', `${request}/notes/${String(note.json['id'])}/award_emoji`, fan.token, { name: 'tada' })
    const people = await ask('GET', `${request}/participants`, dev)
    expect(people.list.map((one) => one['username'])).toContain('fan')
  })

  it('need a note that is there and may be read', async () => {
    const secret = await ask('POST', `${issue}/notes`, dev, { body: 'secret', internal: true })
    const path = `${issue}/notes/${String(secret.json['id'])}/award_emoji`
    expect((await ask('POST', path, visitor, { name: 'eyes' })).status).toBe(404)
    expect((await ask('GET', path, visitor)).status).toBe(404)
    expect((await ask('POST', `${issue}/notes/999999/award_emoji`, dev, { name: 'eyes' })).status).toBe(404)
  })
})

describe('names of emoji', () => {
  it.each([
    ['+1', 'thumbsup'],
    ['-1', 'thumbsdown'],
    ['slightly_smiling_face', 'slight_smile'],
    ['thumbsup_tone1', 'thumbsup_tone1'],
    ['100', '100'],
    ['8ball', '8ball'],
    ['tada', 'tada'],
  ])('%s stands for %s', async (given, name) => {
    const note = await ask('POST', `${issue}/notes`, dev, { body: 'x' })
    const made = await ask('POST', `${issue}/notes/${String(note.json['id'])}/award_emoji`, dev, { name: given })
    expect([made.status, made.json['name']]).toEqual([201, name])
  })

  it.each(['', ' ', 'nosuchemoji', 'Tada', ':tada:', 'constructor', '__proto__', 'x'.repeat(10_000)])(
    '%j is none',
    async (name) => {
      const answer = await ask('POST', `${issue}/award_emoji`, dev, { name })
      expect([answer.status, answer.json]).toEqual([
        404,
        { message: '404 Award Emoji Name is not a valid emoji name Not Found' },
      ])
    },
  )
})
