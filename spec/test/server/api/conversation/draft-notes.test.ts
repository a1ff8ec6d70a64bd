import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

const REQUEST = '/projects/1/merge_requests/1'
const DRAFTS = `${REQUEST}/draft_notes`

let world: TestInstance
let guest: string
let reader: string

const ask = (method: string, path: string, json?: unknown, as: string | undefined = world.root) =>
  world.ask(method, `/api/v4${path}`, { as, json })

const draft = async (json: unknown, as?: string): Promise<Json & { readonly id: number }> =>
  (await ask('POST', DRAFTS, json, as)).json as never

const drafts = async (as?: string): Promise<ReadonlyArray<unknown>> =>
  ((await ask('GET', DRAFTS, undefined, as)).json as ReadonlyArray<Json>).map(({ note }) => note)

const threads = async (): Promise<ReadonlyArray<Json & { readonly id: string; readonly notes: ReadonlyArray<Json> }>> =>
  (await ask('GET', `${REQUEST}/discussions`)).json as never

beforeAll(async () => {
  world = await openTestInstance({ release: '16.0', tier: 'premium' })
  const commit = (branch: string, content: string) => ({
    branch,
    start_branch: 'main',
    commit_message: 'm',
    actions: [{ action: 'update', file_path: 'README.md', content }],
  })
  await ask('POST', '/projects', { name: 'app', initialize_with_readme: true, visibility: 'public' })
  await ask('POST', '/projects/1/repository/commits', commit('topic', 'one\ntwo\n'))
  await ask('POST', '/projects/1/merge_requests', { source_branch: 'topic', target_branch: 'main', title: 'Topic' })
  const person = await world.person('guest')
  guest = person.token
  reader = (await world.person('reader')).token
  await ask('POST', '/projects/1/members', { user_id: person.id, access_level: 10 })
})
afterAll(() => world.close())

describe('draft notes', () => {
  it('are seen and changed by their author alone', async () => {
    const made = await ask('POST', DRAFTS, { note: 'Not yet' })
    expect([made.status, made.json]).toEqual([
      201,
      {
        id: 1,
        author_id: 1,
        merge_request_id: 1,
        resolve_discussion: false,
        discussion_id: null,
        note: 'Not yet',
        commit_id: null,
        line_code: null,
        position: expect.objectContaining({ base_sha: null, position_type: 'text', new_line: null }),
      },
    ])
    expect(await drafts(guest)).toEqual([])
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await ask(method, `${DRAFTS}/1`, { note: 'Mine' }, guest)).status).toBe(404)
    expect((await ask('PUT', `${DRAFTS}/1/publish`, {}, guest)).status).toBe(404)
    expect((await ask('PUT', `${DRAFTS}/1`, { note: 'Soon' })).json).toMatchObject({ id: 1, note: 'Soon' })
    expect((await ask('PUT', `${DRAFTS}/1`, { note: ' ' })).status).toBe(400)
    expect((await ask('GET', `${DRAFTS}/1`)).json).toMatchObject({ note: 'Soon' })
    expect(await threads()).toEqual([])
    expect((await ask('DELETE', `${DRAFTS}/1`)).status).toBe(204)
    expect((await ask('GET', `${DRAFTS}/1`)).status).toBe(404)
    expect((await ask('POST', DRAFTS, { note: 'In' }, reader)).status).toBe(201)
  })

  it('become notes of threads, one by one and all at once', async () => {
    const first = await draft({ note: 'Begins' })
    expect((await ask('PUT', `${DRAFTS}/${first.id}/publish`)).status).toBe(204)
    const [thread] = await threads()
    expect(thread).toMatchObject({ individual_note: false, notes: [{ body: 'Begins', resolved: false }] })
    const answering = { in_reply_to_discussion_id: thread?.id }
    await draft({ note: 'Answers', ...answering })
    await draft({ note: 'Ends', ...answering, resolve_discussion: true })
    await draft({ note: 'Elsewhere' })
    await draft({ note: 'Of a guest' }, guest)
    expect(await drafts()).toEqual(['Answers', 'Ends', 'Elsewhere'])
    expect((await ask('POST', `${DRAFTS}/bulk_publish`)).status).toBe(204)
    expect(await drafts()).toEqual([])
    expect(await drafts(guest)).toEqual(['Of a guest'])
    const said = (await threads()).map(({ notes }) => notes.map(({ body }) => body))
    expect(said).toEqual([['Begins', 'Answers', 'Ends'], ['Elsewhere']])
    expect((await threads())[0]?.notes.every(({ resolved }) => resolved === true)).toBe(true)
    expect((await ask('POST', `${DRAFTS}/bulk_publish`)).status).toBe(204)
    expect(await threads()).toHaveLength(2)
  })

  it('are about lines that the diff has', async () => {
    const { diff_refs } = (await ask('GET', REQUEST)).json as { readonly diff_refs: Json }
    const position = { ...diff_refs, position_type: 'text', new_path: 'README.md', new_line: 2 }
    const made = await draft({ note: 'On a line', position })
    expect(made).toMatchObject({ position: { new_line: 2, old_line: null }, line_code: expect.stringMatching(/_0_2$/) })
    expect((await ask('POST', DRAFTS, { note: 'Off', position: { ...position, new_line: 4711 } })).status).toBe(400)
    const moved = await ask('PUT', `${DRAFTS}/${made.id}`, { position: { ...position, new_line: 1 } })
    expect(moved.json).toMatchObject({ note: 'On a line', position: { new_line: 1 } })
    await ask('PUT', `${DRAFTS}/${made.id}/publish`)
    expect((await threads()).at(-1)?.notes).toMatchObject([{ type: 'DiffNote', position: { new_line: 1 } }])
  })

  it('say where they are with whatever a position has', async () => {
    const { diff_refs } = (await ask('GET', REQUEST)).json as {
      readonly diff_refs: Json & { readonly head_sha: string }
    }
    const end = (line: number) => ({
      line_code: `${'0'.repeat(40)}_0_${line}`,
      type: 'new',
      old_line: null,
      new_line: line,
    })
    const text = {
      ...diff_refs,
      position_type: 'text',
      old_path: 'README.md',
      new_path: 'README.md',
      old_line: null,
      new_line: 2,
      line_range: { start: { ...end(1), old_line: 1 }, end: { ...end(2), old_line: 1 } },
    }
    const image = {
      ...diff_refs,
      position_type: 'image',
      old_path: 'a.png',
      new_path: 'a.png',
      width: 9,
      height: 8,
      x: 7,
      y: 6,
    }
    const onCommit = await draft({ note: 'Lines', position: text, commit_id: diff_refs.head_sha })
    expect(onCommit).toMatchObject({
      commit_id: diff_refs.head_sha,
      position: { line_range: { end: { new_line: 2 } } },
    })
    expect(await draft({ note: 'Point', position: image })).toMatchObject({ position: { width: 9, y: 6 } })
    for (const position of [image, { ...text, old_line: 1, new_line: undefined }, text]) {
      const changed = await ask('PUT', `${DRAFTS}/${onCommit.id}`, { position })
      expect(changed.status).toBe(200)
    }
    const query = 'page=2&per_page=1'
    const paged = await world.ask('GET', `/api/v4${DRAFTS}`, { as: world.root, query })
    expect(paged.json).toMatchObject([{ note: 'Point' }])
  })

  it('answer threads that are there, and resolve those that their author may', async () => {
    const nowhere = await ask('POST', DRAFTS, { note: 'x', in_reply_to_discussion_id: '0'.repeat(40) })
    expect([nowhere.status, nowhere.json]).toEqual([400, { message: { base: ['Thread to reply to cannot be found'] } }])
    const [thread] = await threads()
    const resolving = { note: 'x', in_reply_to_discussion_id: thread?.id, resolve_discussion: true }
    expect((await ask('POST', DRAFTS, resolving, guest)).json).toEqual({
      message: { base: ['User is not allowed to resolve thread'] },
    })
  })

  it('go with their merge request', async () => {
    await draft({ note: 'Gone' })
    expect((await ask('DELETE', REQUEST)).status).toBe(204)
    expect((await ask('GET', DRAFTS)).status).toBe(404)
  })
})
