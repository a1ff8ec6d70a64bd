import { type Listening, listenNode } from '@forgefold/server'
import { Gitlab } from '@gitbeaker/rest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type Person, type World } from './world.js'

describe('a real API client', () => {
  let world: World
  let listening: Listening
  let project: number
  let iid: number
  let issue: number
  const clientOf = (who: Person) => new Gitlab({ host: `http://127.0.0.1:${listening.port}`, token: who.token })
  beforeAll(async () => {
    world = await openMergeWorld()
    listening = await listenNode(world.instance.forgefold.handler, '127.0.0.1', 0)
    project = world.projectId
    await world.commit('main', { 'a.txt': 'one\ntwo\nthree\n' })
    await world.commit('work', { 'a.txt': 'one\n2\nthree\n' }, 'main')
    iid = (await world.open('work')).iid
    await world.settled(iid)
    issue = ((await world.at(world.dev, 'POST', '/issues', { title: 'An issue' })).json as { readonly iid: number }).iid
  })
  afterAll(async () => {
    await listening.close(100)
    await world.close()
  })

  it('writes, reads, changes and deletes notes of merge requests and issues', async () => {
    const api = clientOf(world.dev)
    for (const [notes, on] of [
      [api.MergeRequestNotes, iid],
      [api.IssueNotes, issue],
    ] as const) {
      const made = await notes.create(project, on, 'hello')
      expect(await notes.show(project, on, made.id)).toEqual(made)
      const changed = await notes.edit(project, on, made.id, { body: 'changed' })
      expect(changed.body).toBe('changed')
      expect((await notes.all(project, on, { sort: 'asc' })).map(({ id }) => id)).toContain(made.id)
      await notes.remove(project, on, made.id)
      await expect(notes.show(project, on, made.id)).rejects.toThrow('404 Note Not Found')
    }
  })

  it('begins threads on lines, answers and resolves them', async () => {
    const api = clientOf(world.dev).MergeRequestDiscussions
    const [version] = await clientOf(world.dev).MergeRequests.allDiffVersions(project, iid)
    const position = {
      baseSha: String(version?.base_commit_sha),
      startSha: String(version?.start_commit_sha),
      headSha: String(version?.head_commit_sha),
      positionType: 'text',
      oldPath: 'a.txt',
      newPath: 'a.txt',
      newLine: '2',
    } as const
    const made = await api.create(project, iid, 'why 2?', { position })
    expect(made).toMatchObject({
      individual_note: false,
      notes: [{ type: 'DiffNote', body: 'why 2?', resolvable: true, position: { new_line: 2, old_line: null } }],
    })
    const answer = await api.addNote(project, iid, made.id, 'because')
    expect(answer).toMatchObject({ type: 'DiffNote', body: 'because' })
    expect(await api.editNote(project, iid, made.id, answer.id, { body: 'so' })).toMatchObject({ body: 'so' })
    expect(await api.editNote(project, iid, made.id, answer.id, { resolved: true })).toMatchObject({ resolved: true })
    expect((await api.show(project, iid, made.id)).notes?.map(({ resolved }) => resolved)).toEqual([false, true])
    const resolved = await api.resolve(project, iid, made.id, true)
    expect(resolved.notes?.map((note) => note.resolved)).toEqual([true, true])
    await api.removeNote(project, iid, made.id, answer.id)
    expect((await api.all(project, iid)).find(({ id }) => id === made.id)?.notes).toHaveLength(1)
    const outside = { ...position, newLine: '99' }
    await expect(api.create(project, iid, 'x', { position: outside })).rejects.toThrow(/must be a valid line code/)
  })

  it('gives emoji to requests, issues and notes, and takes them back', async () => {
    const api = clientOf(world.dev)
    const note = await api.MergeRequestNotes.create(project, iid, 'nice')
    const said = await api.IssueNotes.create(project, issue, 'nice')
    for (const [awards, on] of [
      [api.MergeRequestAwardEmojis, iid],
      [api.IssueAwardEmojis, issue],
    ] as const) {
      const given = await awards.award(project, on, 'rocket')
      expect(given).toMatchObject({ name: 'rocket', user: { username: 'dev' } })
      expect(await awards.show(project, on, given.id)).toEqual(given)
      expect(await awards.all(project, on)).toEqual([given])
      await awards.remove(project, on, given.id)
      expect(await awards.all(project, on)).toEqual([])
    }
    for (const [awards, on, noteId] of [
      [api.MergeRequestNoteAwardEmojis, iid, note.id],
      [api.IssueNoteAwardEmojis, issue, said.id],
    ] as const) {
      const given = await awards.award(project, on, noteId, '+1')
      expect(given).toMatchObject({ name: 'thumbsup', awardable_type: 'Note', awardable_id: noteId })
      expect(await awards.all(project, on, noteId)).toEqual([given])
      await awards.remove(project, on, noteId, given.id)
      expect(await awards.all(project, on, noteId)).toEqual([])
    }
  })

  it('says something of commits', async () => {
    const api = clientOf(world.dev).Commits
    const sha = String((await world.show(iid)).sha)
    const made = await api.createComment(project, sha, 'nice', { path: 'a.txt', line: 2, lineType: 'new' })
    expect(made).toMatchObject({ note: 'nice', path: 'a.txt', line: 2, line_type: 'new' })
    expect(await api.allComments(project, sha)).toEqual([made])
  })
})
