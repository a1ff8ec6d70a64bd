import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type Person, type World } from '../review/merge-requests/world.js'

type Json = Readonly<Record<string, unknown>>

let world: World
let own: string
let system: string

const MR = '/merge_requests/1'
const ISSUE = '/issues/1'

beforeAll(async () => {
  world = await openMergeWorld()
  await world.commit('work', { 'a.txt': 'a' }, 'main')
  await world.open('work')
  await world.at(world.dev, 'POST', '/issues', { title: 'An issue' })
  await world.at(world.maint, 'POST', '/issues', { title: 'Hidden', confidential: true })
  const note = await world.at(world.dev, 'POST', `${MR}/notes`, { body: 'said' })
  own = String((note.json as Json)['id'])
  await world.at(world.dev, 'PUT', MR, { title: 'Another' })
  system = await world.until('what the forge says of the title', async () => {
    const notes = (await world.at(world.dev, 'GET', `${MR}/notes`)).json as ReadonlyArray<Json>
    const found = notes.find((one) => one['system'] === true)
    return found === undefined ? undefined : String(found['id'])
  })
})
afterAll(() => world.close())

type Who = 'dev' | 'maint' | 'guest' | 'out' | undefined

const BLANK = { message: '400 Bad request - Note {:note=>["can\'t be blank"]}' }
const NO_ACCESS = { message: '403 Forbidden' }

const NO_EMOJI = { message: '404 Award Emoji Not Found' }
const NOT_FOUND = { message: '404 Not found' }

const refusals: ReadonlyArray<readonly [string, Who, string, () => string, Json | undefined, number, Json]> = [
  ['nobody', undefined, 'POST', () => `${MR}/notes`, { body: 'x' }, 401, { message: '401 Unauthorized' }],
  ['a stranger', 'out', 'POST', () => `${MR}/notes`, { body: 'x' }, 404, { message: '404 Project Not Found' }],
  [
    'an unknown request',
    'dev',
    'GET',
    () => '/merge_requests/99/notes',
    undefined,
    404,
    { message: '404 MergeRequest Not Found' },
  ],
  [
    'an unknown request to say',
    'dev',
    'POST',
    () => '/merge_requests/99/notes',
    { body: '/close' },
    404,
    { message: '404 MergeRequest Not Found' },
  ],
  [
    'an unknown issue',
    'dev',
    'GET',
    () => '/issues/99/discussions',
    undefined,
    404,
    { message: '404 Issue Not Found' },
  ],
  ['a hidden issue', 'guest', 'POST', () => '/issues/2/notes', { body: 'x' }, 404, { message: '404 Issue Not Found' }],
  ['a word for a number', 'dev', 'GET', () => '/issues/x/notes', undefined, 400, { error: 'noteable_iid is invalid' }],
  ['an unknown note', 'dev', 'GET', () => `${MR}/notes/99999`, undefined, 404, { message: '404 Note Not Found' }],
  [
    'a note of something else',
    'dev',
    'GET',
    () => `${ISSUE}/notes/${own}`,
    undefined,
    404,
    { message: '404 Note Not Found' },
  ],
  [
    'a note of something else to change',
    'dev',
    'PUT',
    () => `${ISSUE}/notes/${own}`,
    { body: 'x' },
    404,
    { message: '404 Note Not Found' },
  ],
  [
    'an unknown note to delete',
    'dev',
    'DELETE',
    () => `${MR}/notes/99999`,
    undefined,
    404,
    { message: '404 Note Not Found' },
  ],
  [
    'an unknown discussion',
    'dev',
    'GET',
    () => `${MR}/discussions/x`,
    undefined,
    404,
    { message: '404 Discussion Not Found' },
  ],
  [
    'an unknown discussion to answer',
    'dev',
    'POST',
    () => `${MR}/discussions/x/notes`,
    { body: 'x' },
    404,
    { message: '404 Discussion Not Found' },
  ],
  [
    'an unknown discussion to resolve',
    'dev',
    'PUT',
    () => `${MR}/discussions/x`,
    { resolved: true },
    404,
    { message: '404 Discussion Not Found' },
  ],
  ['nothing said', 'dev', 'POST', () => `${MR}/notes`, {}, 400, { error: 'body is missing' }],
  ['a blank note', 'dev', 'POST', () => `${MR}/notes`, { body: ' \n ' }, 400, BLANK],
  ['a blank discussion', 'dev', 'POST', () => `${MR}/discussions`, { body: '' }, 400, BLANK],
  ['a note made blank', 'dev', 'PUT', () => `${MR}/notes/${own}`, { body: '' }, 400, BLANK],
  ['no word whether resolved', 'dev', 'PUT', () => `${MR}/discussions/x`, {}, 400, { error: 'resolved is missing' }],
  [
    'a wrong order',
    'dev',
    'GET',
    () => `${MR}/notes?order_by=id`,
    undefined,
    400,
    { error: 'order_by does not have a valid value' },
  ],
  [
    'a wrong way',
    'dev',
    'GET',
    () => `${MR}/notes?sort=up`,
    undefined,
    400,
    { error: 'sort does not have a valid value' },
  ],
  ['what the forge said, changed', 'maint', 'PUT', () => `${MR}/notes/${system}`, { body: 'x' }, 403, NO_ACCESS],
  ['what the forge said, deleted', 'maint', 'DELETE', () => `${MR}/notes/${system}`, undefined, 403, NO_ACCESS],
  [
    'an emoji for what the forge said',
    'dev',
    'POST',
    () => `${MR}/notes/${system}/award_emoji`,
    { name: 'eyes' },
    404,
    { message: '404 Award Emoji User cannot award emoji to awardable Not Found' },
  ],
  ['emoji of a closed request', 'guest', 'GET', () => `${MR}/award_emoji`, undefined, 404, NO_EMOJI],
  ['one emoji there', 'guest', 'GET', () => `${MR}/award_emoji/1`, undefined, 404, NO_EMOJI],
  ['an emoji there', 'guest', 'POST', () => `${MR}/award_emoji`, { name: 'eyes' }, 404, NO_EMOJI],
  ['an emoji there, revoked', 'guest', 'DELETE', () => `${MR}/award_emoji/1`, undefined, 404, NO_EMOJI],
  ['emoji of a note there', 'guest', 'GET', () => `${MR}/notes/${own}/award_emoji`, undefined, 404, NO_EMOJI],
  ['emoji of no request', 'guest', 'GET', () => '/merge_requests/99/award_emoji', undefined, 404, NOT_FOUND],
  ['emoji of a hidden issue', 'guest', 'GET', () => '/issues/2/award_emoji', undefined, 404, NOT_FOUND],
  ['emoji of no issue', 'guest', 'GET', () => '/issues/99/award_emoji', undefined, 404, NOT_FOUND],
]

describe('notes', () => {
  it.each(refusals)('are refused: %s', async (_, who, method, path, json, status, message) => {
    const [at, query] = path().split('?')
    const person: Person | undefined = who === undefined ? undefined : world[who]
    const before = (await world.at(world.maint, 'GET', MR)).json as Json
    const answer = await world.at(person, method, at ?? '', json, query)
    expect([answer.status, answer.json]).toEqual([status, message])
    expect(((await world.at(world.maint, 'GET', MR)).json as Json)['user_notes_count']).toBe(before['user_notes_count'])
  })

  it('in internal threads are hidden from users who may not see them', async () => {
    const made = await world.at(world.dev, 'POST', `${ISSUE}/discussions`, { body: 'secret', internal: true })
    const path = `${ISSUE}/discussions/${String((made.json as Json)['id'])}`
    expect((await world.at(world.guest, 'GET', path)).status).toBe(404)
    expect((await world.at(world.guest, 'POST', `${path}/notes`, { body: 'what?' })).status).toBe(404)
    const answered = await world.at(world.maint, 'POST', `${path}/notes`, { body: 'psst' })
    expect(answered.json).toMatchObject({ internal: true, confidential: true })
    const shown = (await world.at(world.guest, 'GET', `${ISSUE}/notes`)).json as ReadonlyArray<Json>
    expect(shown.map((one) => one['body'])).not.toContain('psst')
  })

  it('in a locked discussion are for members', async () => {
    await world.ask(world.owner, 'PUT', '/groups/top', { visibility: 'public' })
    await world.at(world.owner, 'PUT', '', { visibility: 'public' })
    await world.at(world.dev, 'PUT', ISSUE, { discussion_locked: true })
    expect((await world.at(world.out, 'POST', `${ISSUE}/notes`, { body: 'x' })).json).toEqual(NO_ACCESS)
    expect((await world.at(world.out, 'POST', `${ISSUE}/notes`, { body: '/subscribe' })).json).toEqual(NO_ACCESS)
    expect((await world.at(world.guest, 'POST', `${ISSUE}/notes`, { body: 'x' })).status).toBe(201)
  })

  it('are ordered as asked', async () => {
    const made = await world.at(world.dev, 'POST', '/issues', { title: 'Ordered' })
    const path = `/issues/${(made.json as { readonly iid: number }).iid}/notes`
    const ids: Array<number> = []
    for (const body of ['one', 'two', 'three'])
      ids.push(((await world.at(world.dev, 'POST', path, { body })).json as { readonly id: number }).id)
    world.instance.clock.advance(1000)
    await world.at(world.dev, 'PUT', `${path}/${ids[0]}`, { body: 'one again' })
    const listed = async (query: string) =>
      (
        (await world.at(world.dev, 'GET', path, undefined, `${query}&activity_filter=only_comments`))
          .json as ReadonlyArray<Json>
      ).map((one) => ids.indexOf(one['id'] as number))
    expect(await listed('sort=asc')).toEqual([0, 1, 2])
    expect(await listed('')).toEqual([2, 1, 0])
    expect(await listed('order_by=updated_at')).toEqual([0, 2, 1])
    expect(await listed('order_by=updated_at&sort=asc')).toEqual([1, 2, 0])
  })
})
