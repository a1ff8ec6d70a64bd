import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type World } from '../review/merge-requests/world.js'

type Json = Readonly<Record<string, unknown>>

let world: World
let sha: string

const comments = () => `/repository/commits/${sha}/comments`

beforeAll(async () => {
  world = await openMergeWorld()
  await world.commit('main', { 'text.txt': 'a\nb\nc\n' })
  sha = await world.commit('main', { 'text.txt': 'a\nx\nc\n' })
})
afterAll(() => world.close())

describe('comments on commits', () => {
  it.each<[string, Json, Json]>([
    ['the commit', {}, { path: null, line: null, line_type: null }],
    ['an added line', { path: 'text.txt', line: 2 }, { path: 'text.txt', line: 2, line_type: 'new' }],
    [
      'a removed line',
      { path: 'text.txt', line: 2, line_type: 'old' },
      { path: 'text.txt', line: 2, line_type: 'old' },
    ],
    ['a line that did not change', { path: 'text.txt', line: 1 }, { path: null, line: null, line_type: null }],
    ['a file that did not change', { path: 'README.md', line: 1 }, { path: null, line: null, line_type: null }],
    ['a path that leaves the repository', { path: '../../x', line: 1 }, { path: null, line: null, line_type: null }],
  ])('are kept for %s', async (what, at, shown) => {
    const made = await world.at(world.dev, 'POST', comments(), { note: what, ...at })
    expect([made.status, made.json]).toEqual([
      201,
      {
        note: what,
        ...shown,
        author: expect.objectContaining({ username: 'dev' }),
        created_at: expect.stringMatching(/Z$/),
      },
    ])
    const listed = (await world.at(world.dev, 'GET', comments())).json as ReadonlyArray<Json>
    expect(listed.at(-1)).toEqual(made.json)
  })

  it('accept any revision of the commit', async () => {
    expect((await world.at(world.dev, 'POST', '/repository/commits/main/comments', { note: 'by branch' })).status).toBe(
      201,
    )
    const listed = (await world.at(world.dev, 'GET', comments())).json as ReadonlyArray<Json>
    expect(listed.at(-1)?.['note']).toBe('by branch')
  })

  it.each<[string, Json, number, Json]>([
    ['nothing said', {}, 400, { error: 'note is missing' }],
    ['a blank', { note: ' ' }, 400, { message: 'Failed to save note {:note=>["can\'t be blank"]}' }],
    [
      'too long a text',
      { note: 'x'.repeat(1_000_001) },
      400,
      { message: 'Failed to save note {:note=>["is too long (maximum is 1000000 characters)"]}' },
    ],
    ['a file without a line', { note: 'x', path: 'text.txt' }, 400, { error: 'line is missing' }],
    ['a line that is none', { note: 'x', path: 'text.txt', line: 'x' }, 400, { error: 'line is invalid' }],
    [
      'a side that there is not',
      { note: 'x', path: 'text.txt', line: 1, line_type: 'both' },
      400,
      { error: 'line_type does not have a valid value' },
    ],
  ])('are refused: %s', async (_, json, status, message) => {
    const answer = await world.at(world.dev, 'POST', comments(), json)
    expect([answer.status, answer.json]).toEqual([status, message])
  })

  it('are for those who may read the code', async () => {
    expect((await world.at(world.out, 'GET', comments())).status).toBe(404)
    expect((await world.at(world.guest, 'POST', comments(), { note: 'x' })).status).toBe(403)
    expect((await world.at(undefined, 'POST', comments(), { note: 'x' })).status).toBe(401)
    const unknown = await world.at(world.dev, 'GET', `/repository/commits/${'0'.repeat(40)}/comments`)
    expect(unknown.json).toEqual({ message: '404 Commit Not Found' })
  })
})
