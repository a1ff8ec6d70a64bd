import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type World } from '../review/merge-requests/world.js'

interface Note {
  readonly id: number
  readonly [key: string]: unknown
}
interface Discussion {
  readonly id: string
  readonly individual_note: boolean
  readonly notes: ReadonlyArray<Note>
}

/** Discussions of commits (docs/reference/behaviour/conversation.md#discussions-of-commits). */
describe('discussions of commits', () => {
  let world: World
  let sha: string
  let parent: string
  const path = () => `/repository/commits/${sha}/discussions`
  const start = async (body: string, more: object = {}, who = world.dev): Promise<Discussion> => {
    const made = await world.at(who, 'POST', path(), { body, ...more })
    expect(made.status, made.text).toBe(201)
    return made.json as Discussion
  }

  beforeAll(async () => {
    world = await openMergeWorld()
    parent = await world.commit('main', { 'text.txt': 'a\nb\nc\n' })
    sha = await world.commit('main', { 'text.txt': 'a\nx\nc\n' })
  })
  afterAll(() => world.close())

  it('begin, are answered, changed and deleted', async () => {
    const begun = await start('Is this right?')
    expect(begun).toMatchObject({ individual_note: false, notes: [{ type: 'DiscussionNote', body: 'Is this right?' }] })
    expect(begun.notes[0]).toMatchObject({ noteable_type: 'Commit', commit_id: sha, resolvable: false, system: false })
    const notes = `${path()}/${begun.id}/notes`
    const answer = await world.at(world.maint, 'POST', notes, { body: 'It is' })
    expect([answer.status, answer.json]).toMatchObject([201, { body: 'It is', author: { username: 'maint' } }])
    const { id } = answer.json as Note
    world.instance.clock.advance(1000)
    const changed = await world.at(world.maint, 'PUT', `${notes}/${id}`, { body: 'It is not' })
    expect([changed.status, changed.json]).toMatchObject([200, { id, body: 'It is not' }])
    const { created_at: created, updated_at: updated } = changed.json as { created_at: string; updated_at: string }
    expect(updated > created).toBe(true)
    const read = await world.at(world.dev, 'GET', `${path()}/${begun.id}`)
    expect(read.json).toMatchObject({ id: begun.id, notes: [{ body: 'Is this right?' }, { body: 'It is not' }] })
    expect((await world.at(world.maint, 'DELETE', `${notes}/${begun.notes[0]?.id}`)).status).toBe(204)
    expect((await world.at(world.dev, 'GET', `${path()}/${begun.id}`)).json).toMatchObject({ notes: [{ id }] })
    expect((await world.at(world.maint, 'DELETE', `${notes}/${id}`)).status).toBe(204)
    expect((await world.at(world.dev, 'GET', `${path()}/${begun.id}`)).json).toEqual({
      message: '404 Discussion Not Found',
    })
  })

  it('speak of a line of the diff, and so do their answers', async () => {
    const refs = { base_sha: parent, start_sha: parent, head_sha: sha, position_type: 'text' }
    const position = { ...refs, old_path: 'text.txt', new_path: 'text.txt', new_line: 2 }
    const begun = await start('Why x?', { position })
    expect(begun.notes[0]).toMatchObject({ type: 'DiffNote', position })
    const answer = await world.at(world.dev, 'POST', `${path()}/${begun.id}/notes`, { body: 'Because' })
    expect(answer.json).toMatchObject({ type: 'DiffNote', position })
    const comments = await world.at(world.dev, 'GET', `/repository/commits/${sha}/comments`)
    expect(comments.json).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ note: 'Why x?', path: 'text.txt', line: 2, line_type: 'new' }),
      ]),
    )
    const gone = { ...refs, old_path: 'text.txt', new_path: 'text.txt', new_line: 99 }
    expect((await start('Where?', { position: gone })).notes[0]).toMatchObject({ type: 'DiscussionNote' })
  })

  it('speak of removed lines and of several; of a point of an image, of the whole commit', async () => {
    const refs = { base_sha: parent, start_sha: parent, head_sha: sha, old_path: 'text.txt', new_path: 'text.txt' }
    const code = `${'a'.repeat(40)}_2_0`
    const end = { line_code: code, type: 'old', old_line: 2, new_line: 2 }
    const position = { ...refs, position_type: 'text', old_line: 2, line_range: { start: end, end } }
    expect((await start('gone', { position })).notes[0]).toMatchObject({ type: 'DiffNote', position })
    const point = { ...refs, position_type: 'image', width: 10, height: 10, x: 1, y: 1 }
    expect((await start('a picture', { position: point })).notes[0]).toMatchObject({ type: 'DiscussionNote' })
  })

  it('are listed with the comments that stand by themselves, page by page', async () => {
    const other = await world.commit('main', { 'other.txt': 'a' })
    const at = `/repository/commits/${other}`
    await world.at(world.dev, 'POST', `${at}/comments`, { note: 'by itself' })
    const made = await world.at(world.dev, 'POST', `${at}/discussions`, { body: 'talk' })
    const { id } = made.json as Discussion
    await world.at(world.dev, 'POST', `${at}/discussions/${id}/notes`, { body: 'answer' })
    const listed = await world.at(world.dev, 'GET', `${at}/discussions`)
    expect(listed.json).toMatchObject([
      { individual_note: true, notes: [{ type: null, body: 'by itself' }] },
      { individual_note: false, notes: [{ body: 'talk' }, { body: 'answer' }] },
    ])
    const page = await world.at(world.dev, 'GET', `${at}/discussions`, undefined, 'per_page=1&page=2')
    expect(page.json).toMatchObject([{ id }])
    const notes = `${at}/discussions/${id}/notes`
    const answers = await world.at(world.dev, 'GET', notes)
    expect(answers.json).toEqual((listed.json as ReadonlyArray<Discussion>)[1]?.notes)
    const last = (answers.json as ReadonlyArray<{ readonly id: number }>)[1]
    expect((await world.at(world.dev, 'GET', `${notes}/${last?.id}`)).json).toEqual(last)
    const elsewhere = await world.at(world.dev, 'GET', `${notes}/99999`)
    expect([elsewhere.status, elsewhere.json]).toEqual([404, { message: '404 Note Not Found' }])
    const [alone] = listed.json as ReadonlyArray<Discussion>
    expect((await world.at(world.dev, 'GET', `${at}/discussions/${alone?.id}`)).json).toEqual(alone)
  })

  it('refuse whoever may not, and what is not there', async () => {
    const begun = await start('mine', {}, world.owner)
    const note = `${path()}/${begun.id}/notes/${begun.notes[0]?.id}`
    expect((await world.at(world.dev, 'PUT', note, { body: 'other' })).status).toBe(403)
    expect((await world.at(world.dev, 'DELETE', note)).status).toBe(403)
    expect((await world.at(world.maint, 'PUT', note, { body: 'by a maintainer' })).status).toBe(200)
    expect((await world.at(world.owner, 'PUT', note, { body: ' ' })).json).toEqual({
      message: 'Failed to save note {:note=>["can\'t be blank"]}',
    })
    expect((await world.at(world.owner, 'PUT', note, {})).json).toEqual({ error: 'body is missing' })
    expect((await world.at(undefined, 'POST', path(), { body: 'x' })).status).toBe(401)
    expect((await world.at(world.out, 'GET', path())).status).toBe(404)
    expect((await world.at(world.dev, 'POST', `${path()}/none/notes`, { body: 'x' })).status).toBe(404)
    expect((await world.at(world.dev, 'PUT', `${path()}/${begun.id}/notes/99999`, { body: 'x' })).status).toBe(404)
    const nowhere = `/repository/commits/${'0'.repeat(39)}1/discussions`
    expect((await world.at(world.dev, 'GET', nowhere)).json).toEqual({ message: '404 Commit Not Found' })
  })

  it('let owners say when it was', async () => {
    const created_at = '2020-01-02T03:04:05.000Z'
    expect((await start('long ago', { created_at }, world.owner)).notes[0]).toMatchObject({ created_at })
    const now = await start('now', { created_at })
    expect(now.notes[0]?.['created_at']).not.toBe(created_at)
    const answers = `${path()}/${now.id}/notes`
    const answer = await world.at(world.owner, 'POST', answers, { body: 'then', created_at })
    expect(answer.json).toMatchObject({ created_at })
  })
})
