import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type Person, type World } from '../review/merge-requests/world.js'

type Json = Readonly<Record<string, unknown>>

let world: World
let sha: string

const feed = async (path: string, query = '', who: Person | undefined = world.dev): Promise<ReadonlyArray<Json>> => {
  const answered = await world.ask(who, 'GET', path, undefined, query)
  expect(answered.status).toBe(200)
  return answered.json as ReadonlyArray<Json>
}

const ofProject = (query = '', who?: Person) => feed(`/projects/${world.projectId}/events`, query, who)

const told = (entries: ReadonlyArray<Json>) =>
  entries.map(({ action_name, target_type, target_title, author_username }) =>
    [author_username, action_name, target_type, target_title].filter((part) => part !== null).join(' '),
  )

beforeAll(async () => {
  world = await openMergeWorld()
  const { at, owner, maint, dev } = world
  sha = await world.commit('fix', { 'a.txt': 'one\n' }, 'main')
  await at(maint, 'POST', '/milestones', { title: 'First' })
  await at(dev, 'POST', '/issues', { title: 'Broken' })
  await at(maint, 'POST', '/issues', { title: 'Hidden', confidential: true })
  await at(dev, 'POST', '/issues/1/notes', { body: 'it is' })
  await at(maint, 'POST', '/issues/1/notes', { body: 'among us', internal: true })
  await at(dev, 'PUT', '/issues/1', { state_event: 'close' })
  await at(dev, 'PUT', '/issues/1', { state_event: 'reopen' })
  await world.open('fix', { title: 'Mend it' })
  await at(maint, 'POST', '/merge_requests/1/approve')
  await world.settled(1)
  await at(maint, 'PUT', '/merge_requests/1/merge')
  await at(dev, 'POST', `/repository/commits/${sha}/comments`, { note: 'well done' })
  await at(maint, 'POST', '/repository/tags', { tag_name: 'v1', ref: 'main' })
  await at(maint, 'DELETE', '/repository/tags/v1')
  await at(maint, 'DELETE', '/milestones/1')
  await at(owner, 'POST', '/members', { user_id: world.out.id, access_level: 20 })
  await at(owner, 'DELETE', `/members/${world.out.id}`)
})
afterAll(() => world.close())

describe('the feed of a project', () => {
  it('tells what people did, newest first', async () => {
    const all = told(await ofProject('per_page=100', world.maint))
    expect(all).toEqual([
      'out left',
      'out joined',
      'maint destroyed Milestone',
      'maint deleted',
      'maint pushed new',
      'dev commented on Note change a.txt',
      'maint accepted MergeRequest Mend it',
      'maint pushed to',
      'maint approved MergeRequest Mend it',
      'dev opened MergeRequest Mend it',
      'dev opened Issue Broken',
      'dev closed Issue Broken',
      'maint commented on Note Broken',
      'dev commented on Note Broken',
      'maint opened Issue Hidden',
      'dev opened Issue Broken',
      'maint opened Milestone',
      'dev pushed new',
      'owner pushed new',
      'owner created',
    ])
    expect(told(await ofProject('per_page=100&sort=asc', world.maint))).toEqual([...all].reverse())
  })

  it('shows pushes with what they brought', async () => {
    const [removed, tagged, merged, branch] = (await ofProject('action=pushed')).map(({ push_data }) => push_data)
    expect([removed, tagged, merged, branch]).toEqual([
      expect.objectContaining({ action: 'removed', ref_type: 'tag', ref: 'v1', commit_count: 0, commit_to: null }),
      expect.objectContaining({ action: 'created', ref_type: 'tag', ref: 'v1', commit_count: 1, commit_from: null }),
      expect.objectContaining({ action: 'pushed', ref_type: 'branch', ref: 'main', commit_count: 2 }),
      {
        action: 'created',
        ref_type: 'branch',
        ref: 'fix',
        commit_count: 1,
        commit_from: null,
        commit_to: sha,
        commit_title: expect.any(String),
        ref_count: null,
      },
    ])
  })

  it('shows notes with their text', async () => {
    const notes = (await ofProject('target_type=note', world.maint)).map(({ note }) => note as Json)
    expect(notes.map(({ body, noteable_type }) => [noteable_type, body])).toEqual([
      ['Commit', 'well done'],
      ['Issue', 'among us'],
      ['Issue', 'it is'],
    ])
  })

  it.each<[string, ReadonlyArray<string>]>([
    ['action=closed', ['dev closed Issue Broken']],
    ['action=merged', ['maint accepted MergeRequest Mend it']],
    ['target_type=issue&action=created', ['maint opened Issue Hidden', 'dev opened Issue Broken']],
    ['target_type=milestone', ['maint destroyed Milestone', 'maint opened Milestone']],
    ['target_type=snippet', []],
  ])('is narrowed by %s', async (query, expected) => {
    expect(told(await ofProject(query, world.maint))).toEqual(expected)
  })

  it('takes days, neither of them included', async () => {
    const [{ created_at: at } = {}] = await ofProject('per_page=1')
    const day = String(at).slice(0, 10)
    const beside = (days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
    expect(await ofProject(`before=${day}`)).toEqual([])
    expect(await ofProject(`after=${day}`)).toEqual([])
    expect(await ofProject(`after=${beside(-1)}&before=${beside(1)}`)).not.toEqual([])
    const wrong = await world.at(world.dev, 'GET', '/events', undefined, 'before=soon')
    expect(wrong.status).toBe(400)
  })

  it('tells nobody of what they may not see', async () => {
    const { guest, out } = world
    const seen = told(await ofProject('per_page=100', guest))
    expect(seen).toContain('dev opened Issue Broken')
    expect(seen).not.toContain('maint opened Issue Hidden')
    expect(seen.filter((line) => line.includes('commented'))).toEqual(['dev commented on Note Broken'])
    expect(seen.filter((line) => /pushed|MergeRequest/.test(line))).toEqual([])
    expect((await world.at(out, 'GET', '/events')).status).toBe(404)
    expect((await world.at(undefined, 'GET', '/events')).status).toBe(404)
  })

  it('forgets what is deleted', async () => {
    await world.at(world.owner, 'POST', '/issues', { title: 'Gone' })
    expect(told(await ofProject('target_type=issue', world.owner))).toContain('owner opened Issue Gone')
    await world.at(world.owner, 'DELETE', '/issues/3')
    expect(told(await ofProject('target_type=issue', world.owner))).not.toContain('owner opened Issue Gone')
  })
})

describe('the feed of a user', () => {
  it('is found by number or name, and shows what the one who asks may see', async () => {
    const { dev, maint, out } = world
    const own = await feed(`/users/${maint.id}/events`, 'per_page=100', maint)
    expect(told(own)).toContain('maint opened Issue Hidden')
    expect(await feed('/users/maint/events', 'per_page=100', maint)).toEqual(own)
    expect(await feed(`/users/${maint.id}/events`, '', out)).toEqual([])
    expect(new Set((await feed('/users/maint/events')).map(({ author_id }) => author_id))).toEqual(new Set([maint.id]))
    expect((await world.ask(dev, 'GET', '/users/nobody/events')).status).toBe(404)
  })

  it('is the own one at /events; scope=all brings everybody in the projects of the caller', async () => {
    const { dev, out } = world
    expect(await feed('/events')).toEqual(await feed('/users/dev/events'))
    const authors = (await feed('/events', 'scope=all&per_page=100')).map(({ author_username }) => author_username)
    expect(new Set(authors)).toEqual(new Set(['dev', 'maint', 'owner', 'out']))
    expect(await feed('/events', 'scope=all', out)).toEqual([])
    expect((await world.ask(undefined, 'GET', '/events')).status).toBe(401)
    expect((await world.ask(dev, 'GET', '/events', undefined, 'action=slept')).status).toBe(400)
  })
})

describe('every feed', () => {
  it.each(['/events', '/users/dev/events', '/projects/:id/events'])('takes all filters at once: %s', async (path) => {
    const query = 'scope=all&action=created&target_type=issue&before=2100-01-01&after=2000-01-01&sort=asc'
    const here = path.replace(':id', String(world.projectId))
    const all = await feed(here, query)
    expect(told(all)).toContain('dev opened Issue Broken')
    expect(await feed(here, `${query}&page=1&per_page=1`)).toEqual(all.slice(0, 1))
    expect(await feed(here, query.replace('2100', '2001'))).toEqual([])
    expect(await feed(here, query.replace('target_type=issue', 'target_type=wiki'))).toEqual([])
  })
})
