import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type Shown, type World } from './world.js'

type Json = Readonly<Record<string, unknown>>

interface Note {
  readonly id: number
  readonly type: string | null
  readonly resolved: boolean
  readonly position: Json
  readonly commit_id: string | null
}

let world: World
let made: Shown
let refs: Json

const lines = (from: number, to: number, change: (line: number) => string = String): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${change(from + index)}\n`).join('')

const noteOf = (discussion: unknown): Note => (discussion as { readonly notes: ReadonlyArray<Note> }).notes[0] as Note

const comment = (iid: number, position: unknown, more: object = {}) =>
  world.at(world.dev, 'POST', `/merge_requests/${iid}/discussions`, { body: 'here', position, ...more })

const read = async (iid: number, discussion: unknown): Promise<Note> => {
  const { id } = discussion as { readonly id: string }
  return noteOf((await world.at(world.dev, 'GET', `/merge_requests/${iid}/discussions/${id}`)).json)
}

const refsOf = async (iid: number): Promise<Json> => {
  const [version] = (await world.at(world.dev, 'GET', `/merge_requests/${iid}/versions`)).json as ReadonlyArray<Json>
  return {
    base_sha: version?.['base_commit_sha'],
    start_sha: version?.['start_commit_sha'],
    head_sha: version?.['head_commit_sha'],
  }
}

const NOT_IN_DIFF = {
  message: '400 Bad request - Note {:line_code=>["can\'t be blank", "must be a valid line code"]}',
}
const INCOMPLETE = { message: '400 Bad request - Note {:position=>["is incomplete"]}' }

beforeAll(async () => {
  world = await openMergeWorld()
  await world.commit('main', {
    'text.txt': lines(1, 60),
    'gone.txt': 'a\nb\n',
    'old.txt': lines(1, 20),
    'same.txt': '1\n',
  })
  await world.commit('work', { 'text.txt': lines(1, 60, (n) => (n === 30 ? 'thirty' : String(n))) }, 'main')
  await world.commit('work', { 'gone.txt': null, 'new.txt': 'x\ny\n', 'old.txt': null, 'renamed.txt': lines(1, 20) })
  made = await world.open('work')
  await world.settled(made.iid)
  refs = await refsOf(made.iid)
})
afterAll(() => world.close())

describe('a note on a line', () => {
  const at = (file: string, oldLine: number | null, newLine: number | null, old = file) => ({
    ...refs,
    position_type: 'text',
    old_path: old,
    new_path: file,
    old_line: oldLine,
    new_line: newLine,
  })

  it.each<[string, string, number | null, number | null, string?]>([
    ['an added line', 'text.txt', null, 30],
    ['a removed line', 'text.txt', 30, null],
    ['an unchanged line of a hunk', 'text.txt', 31, 31],
    ['an unchanged line far from any hunk', 'text.txt', 2, 2],
    ['the last line', 'text.txt', 60, 60],
    ['a line of a new file', 'new.txt', null, 2],
    ['a line of a removed file', 'gone.txt', 1, null],
    ['a line of a renamed file', 'renamed.txt', 5, 5, 'old.txt'],
  ])('is kept for %s', async (_, file, oldLine, newLine, old) => {
    const answer = await comment(made.iid, at(file, oldLine, newLine, old))
    expect(answer.status, answer.text).toBe(201)
    expect(noteOf(answer.json)).toMatchObject({
      type: 'DiffNote',
      resolvable: true,
      resolved: false,
      commit_id: null,
      position: {
        ...refs,
        position_type: 'text',
        old_path: old ?? file,
        new_path: file,
        old_line: oldLine,
        new_line: newLine,
        line_range: null,
      },
    })
  })

  it.each<[string, string, number | null, number | null]>([
    ['an added line as an old one', 'new.txt', 1, null],
    ['an unchanged line by one number alone', 'text.txt', null, 31],
    ['an unchanged line by numbers that are not its own', 'text.txt', 31, 32],
    ['a line behind the end', 'text.txt', 61, 61],
    ['a line far behind the end', 'text.txt', 2_000_000_000, 2_000_000_000],
    ['line zero', 'text.txt', 0, 0],
    ['a line before the first', 'text.txt', -5, -5],
    ['a file that did not change', 'same.txt', 1, 1],
    ['a file that is not there', 'nothing.txt', null, 1],
    ['a path that leaves the repository', '../../etc/passwd', null, 1],
    ['a path that git would read as a pattern', ':(glob)**', null, 30],
  ])('is refused for %s', async (_, file, oldLine, newLine) => {
    const before = await world.show(made.iid)
    const answer = await comment(made.iid, at(file, oldLine, newLine))
    expect([answer.status, answer.json]).toEqual([400, NOT_IN_DIFF])
    expect((await world.show(made.iid))['user_notes_count']).toBe(before['user_notes_count'])
  })

  it.each<[string, () => Json, unknown]>([
    ['no line', () => at('text.txt', null, null), INCOMPLETE],
    ['no path', () => ({ ...at('text.txt', null, 30), old_path: null, new_path: null }), INCOMPLETE],
    ['an unknown head', () => ({ ...at('text.txt', null, 30), head_sha: 'f'.repeat(40) }), NOT_IN_DIFF],
    ['a name for a commit', () => ({ ...at('text.txt', null, 30), head_sha: 'work' }), NOT_IN_DIFF],
    ['no base', () => ({ ...at('text.txt', null, 30), base_sha: '' }), NOT_IN_DIFF],
    [
      'nothing but its type',
      () => ({ position_type: 'text' }),
      { error: 'position[base_sha] is missing, position[start_sha] is missing, position[head_sha] is missing' },
    ],
    ['a text for a position', () => 'here' as unknown as Json, { error: 'position is invalid' }],
    [
      'a type that there is not',
      () => ({ ...at('text.txt', null, 30), position_type: 'sound' }),
      { error: 'position[position_type] does not have a valid value' },
    ],
    [
      'a word for a line',
      () => ({ ...at('text.txt', null, 30), new_line: 'x' }),
      { error: 'position[new_line] is invalid' },
    ],
    [
      'a line code that is none',
      () => ({ ...at('text.txt', null, 30), line_range: { start: { line_code: 'x' }, end: {} } }),
      { error: 'position[line_range][start][line_code] is invalid' },
    ],
    [
      'a path without end',
      () => ({ ...at('text.txt', null, 30), new_path: 'x'.repeat(5000) }),
      { error: 'position[new_path] is invalid' },
    ],
  ])('is refused with %s', async (_, position, message) => {
    const answer = await comment(made.iid, position())
    expect([answer.status, answer.json]).toEqual([400, message])
  })

  it('shows a range of lines, with the codes that the client left out', async () => {
    const file = createHash('sha1').update('text.txt').digest('hex')
    const line_range = {
      start: { line_code: `${file}_29_29`, type: 'new', old_line: 29, new_line: 29 },
      end: { type: 'new', new_line: 30 },
    }
    const answer = await comment(made.iid, { ...at('text.txt', null, 30), line_range })
    expect(noteOf(answer.json).position['line_range']).toEqual({
      start: { line_code: `${file}_29_29`, type: 'new', old_line: 29, new_line: 29 },
      end: { line_code: `${file}_0_30`, type: 'new', old_line: null, new_line: 30 },
    })
  })

  it('may be on an image', async () => {
    const point = { width: 100, height: 50, x: 3, y: 4 }
    const answer = await comment(made.iid, { ...at('a.png', 1, 2), ...point, position_type: 'image' })
    expect(answer.status).toBe(201)
    expect(noteOf(answer.json).position).toEqual({
      ...refs,
      old_path: 'a.png',
      new_path: 'a.png',
      position_type: 'image',
      ...point,
    })
  })

  it('says which commit was looked at, is answered, resolved, and shown in the list of notes', async () => {
    const commit_id = String(refs['head_sha'])
    const begun = await comment(made.iid, at('text.txt', null, 30), { commit_id })
    const { id } = begun.json as { readonly id: string }
    const path = `/merge_requests/${made.iid}/discussions/${id}`
    const reply = await world.at(world.maint, 'POST', `${path}/notes`, { body: 'yes' })
    expect(reply.json).toMatchObject({ type: 'DiffNote', commit_id, position: { new_line: 30 } })
    expect((await world.at(world.dev, 'PUT', path, { resolved: true })).status).toBe(200)
    const listed = await world.at(world.dev, 'GET', `/merge_requests/${made.iid}/notes`, undefined, 'per_page=100')
    const both = (listed.json as ReadonlyArray<Note>).filter((note) => note.commit_id === commit_id)
    expect(both.map(({ resolved, position }) => [resolved, position['new_line']])).toEqual([
      [true, 30],
      [true, 30],
    ])
  })

  it('is a plain thread on an issue', async () => {
    await world.at(world.dev, 'POST', '/issues', { title: 'An issue' })
    const position = at('text.txt', null, 30)
    const answer = await world.at(world.dev, 'POST', '/issues/1/discussions', { body: 'here', position })
    expect(answer.status).toBe(201)
    expect(noteOf(answer.json)).toMatchObject({ type: 'DiscussionNote' })
    expect(noteOf(answer.json)).not.toHaveProperty('position')
  })
})

describe('when the branch moves on, a note on a line', () => {
  it('goes with its line, and stays behind where the line has changed', async () => {
    await world.commit(
      'moving',
      { 'text.txt': lines(1, 60, (n) => (n === 30 || n === 40 ? `new ${n}` : String(n))) },
      'main',
    )
    const request = await world.open('moving')
    await world.settled(request.iid)
    const first = await refsOf(request.iid)
    const at = (oldLine: number | null, newLine: number | null) => ({
      ...first,
      position_type: 'text',
      old_path: 'text.txt',
      new_path: 'text.txt',
      old_line: oldLine,
      new_line: newLine,
    })
    const kept = await comment(request.iid, at(null, 30))
    const unchanged = await comment(request.iid, at(35, 35))
    const removed = await comment(request.iid, at(30, null))
    const rewritten = await comment(request.iid, at(null, 40))
    await world.commit('moving', {
      'text.txt': `top\n${lines(1, 60, (n) => (n === 30 ? `new ${n}` : n === 40 ? 'other' : String(n)))}`,
    })
    await world.until('the positions follow', async () => {
      const notes = await Promise.all([kept, unchanged, removed].map(({ json }) => read(request.iid, json)))
      return notes.every(({ position }) => position['head_sha'] !== first['head_sha'])
    })
    const second = await refsOf(request.iid)
    expect((await read(request.iid, kept.json)).position).toMatchObject({ ...second, old_line: null, new_line: 31 })
    expect((await read(request.iid, unchanged.json)).position).toMatchObject({ ...second, old_line: 35, new_line: 36 })
    expect((await read(request.iid, removed.json)).position).toMatchObject({ ...second, old_line: 30, new_line: null })
    const left = await read(request.iid, rewritten.json)
    expect(left.position).toMatchObject({ ...first, old_line: null, new_line: 40 })
    expect(left.resolved).toBe(false)
  })

  it('is resolved by the change where the project wants it', async () => {
    await world.at(world.maint, 'PUT', '', { resolve_outdated_diff_discussions: true })
    await world.commit('resolving', { 'new.txt': 'one\ntwo\n' }, 'main')
    const request = await world.open('resolving')
    await world.settled(request.iid)
    const on = { ...(await refsOf(request.iid)), position_type: 'text', old_path: 'new.txt', new_path: 'new.txt' }
    const changed = await comment(request.iid, { ...on, new_line: 2 })
    const kept = await comment(request.iid, { ...on, new_line: 1 })
    await world.commit('resolving', { 'new.txt': 'one\nthree\n' })
    await world.until('the thread is resolved', async () => (await read(request.iid, changed.json)).resolved)
    await world.until('the other follows', async () => {
      const note = await read(request.iid, kept.json)
      return note.position['head_sha'] !== on['head_sha' as keyof typeof on] && !note.resolved
    })
  })
})
