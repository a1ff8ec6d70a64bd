import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type Person, type World } from '../../review/merge-requests/world.js'

interface Note {
  readonly id: number
  readonly body: string
  readonly system: boolean
  readonly author: { readonly id: number }
}

interface Change {
  readonly id: number
  readonly user: { readonly id: number }
  readonly action: string
  readonly state: string
  readonly label: { readonly name: string } | null
  readonly milestone: { readonly title: string } | null
}

const list = async <A>(world: World, path: string, query = '', who: Person = world.dev): Promise<ReadonlyArray<A>> => {
  const answered = await world.at(who, 'GET', path, undefined, `per_page=100&${query}`)
  expect(answered.status, answered.text).toBe(200)
  return answered.json as ReadonlyArray<A>
}

const said = async (world: World, path: string, query = 'sort=asc&activity_filter=only_activity') =>
  (await list<Note>(world, `${path}/notes`, query)).map(({ body }) => body)

describe('the activity of a merge request', () => {
  let world: World
  const request = '/merge_requests/1'
  beforeAll(async () => {
    world = await openMergeWorld()
    await world.at(world.maint, 'POST', '/milestones', { title: 'v1' })
    await world.at(world.maint, 'POST', '/labels', { name: 'bug', color: '#ff0000' })
    await world.commit('one', { 'one.txt': '1\n' }, 'main')
    await world.at(world.dev, 'POST', '/repository/branches', { branch: 'next', ref: 'main' })
    await world.open('one', { title: 'First', assignee_ids: [world.dev.id], labels: 'bug' })
  })
  afterAll(() => world.close())

  const put = async (json: object, who = world.dev) => {
    const answered = await world.at(who, 'PUT', request, json)
    expect(answered.status, answered.text).toBe(200)
  }

  it('is shown as system notes of the users who made the changes', async () => {
    await put({ title: 'Draft: First' })
    await put({ title: 'Draft: Second', description: 'What for' })
    await put({ reviewer_ids: [world.maint.id], assignee_ids: [world.owner.id] }, world.maint)
    await put({ target_branch: 'next' })
    await world.at(world.dev, 'POST', `${request}/time_estimate`, { duration: '2h' })
    await world.at(world.dev, 'POST', `${request}/add_spent_time`, { duration: '30m' })
    await world.at(world.dev, 'POST', `${request}/reset_spent_time`)
    expect((await world.at(world.maint, 'POST', `${request}/approve`)).status).toBe(201)
    expect((await world.at(world.maint, 'POST', `${request}/unapprove`)).status).toBe(201)
    expect(await said(world, request)).toEqual([
      'assigned to @dev',
      'marked this merge request as **draft**',
      'changed title from **Draft: {-First-}** to **Draft: {+Second+}**',
      'changed the description',
      'assigned to @owner and unassigned @dev',
      'requested review from @maint',
      'changed target branch from `main` to `next`',
      'changed time estimate to 2h',
      'added 30m of time spent',
      'removed time spent',
      'approved this merge request',
      'unapproved this merge request',
    ])
    const notes = await list<Note>(world, `${request}/notes`, 'sort=asc')
    expect(new Set(notes.map(({ system }) => system))).toEqual(new Set([true]))
    expect(notes.find(({ body }) => body.startsWith('approved'))?.author.id).toBe(world.maint.id)
    expect(await world.show(1)).toMatchObject({ user_notes_count: 0, blocking_discussions_resolved: true })
  })

  it('names the commits that were pushed', async () => {
    const sha = await world.commit('one', { 'two.txt': '2\n' })
    const text = await world.until('a note on the push', async () =>
      (await said(world, request)).find((body) => body.startsWith('added 1 commit')),
    )
    expect(text).toContain(`<ul><li>${sha.slice(0, 8)} - change two.txt</li></ul>`)
    expect(text).toMatch(
      /\[Compare with previous version\]\(\/top\/app\/-\/merge_requests\/1\/diffs\?diff_id=\d+&start_sha=[0-9a-f]{40}\)$/,
    )
  })

  it('is listed with comments, and can be filtered', async () => {
    const mine = await world.at(world.dev, 'POST', `${request}/notes`, { body: 'Hello' })
    const { id } = mine.json as Note
    const all = await list<Note>(world, `${request}/notes`)
    const comments = await list<Note>(world, `${request}/notes`, 'activity_filter=only_comments')
    const own = await list<Note>(world, `${request}/notes`, 'activity_filter=only_activity')
    expect(comments.map((note) => note.id)).toEqual([id])
    expect(own.length).toBe(all.length - 1)
    expect(new Set(all.map((note) => note.id)).size).toBe(all.length)
    expect((await world.at(world.dev, 'GET', `${request}/notes`, undefined, 'activity_filter=x')).status).toBe(400)
    const [first] = own
    const read = await world.at(world.dev, 'GET', `${request}/notes/${first?.id}`)
    expect(read).toMatchObject({ status: 200, json: { ...first, type: null, resolvable: false } })
    const discussions = await list<{ readonly individual_note: boolean; readonly notes: ReadonlyArray<Note> }>(
      world,
      `${request}/discussions`,
    )
    expect(
      discussions
        .flatMap(({ notes }) => notes)
        .map((note) => note.id)
        .sort(),
    ).toEqual(all.map((note) => note.id).sort())
    expect((await world.show(1))['user_notes_count']).toBe(1)
  })

  it('cannot be edited or deleted', async () => {
    const [note] = await list<Note>(world, `${request}/notes`, 'activity_filter=only_activity')
    for (const who of [world.dev, world.owner]) {
      expect((await world.at(who, 'PUT', `${request}/notes/${note?.id}`, { body: 'x' })).status).toBe(403)
      expect((await world.at(who, 'DELETE', `${request}/notes/${note?.id}`)).status).toBe(403)
    }
  })

  it('has resource events for labels, milestone and state', async () => {
    const milestones = (await world.at(world.dev, 'GET', '/milestones')).json as ReadonlyArray<{ readonly id: number }>
    await put({ labels: 'ui', milestone_id: milestones[0]?.id })
    await put({ milestone_id: 0 })
    await put({ state_event: 'close' })
    await put({ state_event: 'reopen' }, world.maint)
    const changes = (kind: string) => list<Change>(world, `${request}/resource_${kind}_events`)
    const labels = await changes('label')
    expect(labels.map(({ action, label }) => [action, label?.name])).toEqual([
      ['add', 'bug'],
      ['add', 'ui'],
      ['remove', 'bug'],
    ])
    expect((await changes('milestone')).map(({ action, milestone }) => [action, milestone?.title])).toEqual([
      ['add', 'v1'],
      ['remove', 'v1'],
    ])
    const states = await changes('state')
    expect(states.map(({ state, user }) => [state, user.id])).toEqual([
      ['closed', world.dev.id],
      ['reopened', world.maint.id],
    ])
    const one = await world.at(world.dev, 'GET', `${request}/resource_label_events/${labels[0]?.id}`)
    expect(one).toMatchObject({
      status: 200,
      json: { resource_type: 'MergeRequest', label: { name: 'bug', color: '#ff0000' }, user: { username: 'dev' } },
    })
    expect((await world.at(world.dev, 'GET', `${request}/resource_state_events/${labels[0]?.id}`)).status).toBe(404)
    expect((await world.at(world.guest, 'GET', `${request}/resource_label_events`)).status).toBe(404)
    expect((await world.at(world.owner, 'DELETE', '/labels/bug')).status).toBe(204)
    expect((await changes('label'))[0]).toMatchObject({ action: 'add', label: null })
  })

  it('is deleted with it, and so are its notes and emoji', async () => {
    const { id } = await world.show(1)
    const [note] = await list<Note>(world, `${request}/notes`, 'activity_filter=only_comments')
    expect((await world.at(world.maint, 'POST', `${request}/award_emoji`, { name: 'tada' })).status).toBe(201)
    const onNote = `${request}/notes/${note?.id}/award_emoji`
    expect((await world.at(world.maint, 'POST', onNote, { name: 'tada' })).status).toBe(201)
    const { read } = world.instance.forge
    const page = { page: 1, perPage: 100 }
    const of = { noteableType: 'MergeRequest', noteableId: id } as const
    const order = { orderBy: 'created_at', sort: 'asc' } as const
    const left = () => [
      read.discussions.notes({ ...of, internal: true, mergeRequests: true, hidden: [], ...order }, page).total,
      read.discussions.list({ ...of, internal: true, mergeRequests: true, hidden: [] }, page).total,
      read.activity.resourceEvents({ ...of, kind: 'label' }, page).total,
      read.awards.list('MergeRequest', id, page).total,
      read.awards.list('Note', note?.id ?? 0, page).total,
    ]
    expect(left().every((count) => Number(count) > 0)).toBe(true)
    expect((await world.at(world.owner, 'DELETE', request)).status).toBe(204)
    expect(left()).toEqual([0, 0, 0, 0, 0])
    expect(read.discussions.noteById(note?.id ?? 0)).toBeUndefined()
  })
})

describe('the activity of an issue', () => {
  let world: World
  beforeAll(async () => {
    world = await openMergeWorld()
    await world.at(world.dev, 'POST', '/issues', { title: 'One', assignee_ids: [world.dev.id], labels: 'bug' })
    expect((await world.at(world.guest, 'POST', '/issues/1/award_emoji', { name: 'tada' })).status).toBe(201)
  })
  afterAll(() => world.close())

  it('is shown as for merge requests', async () => {
    const put = (json: object) => world.at(world.maint, 'PUT', '/issues/1', json)
    await put({ title: 'Two', due_date: '2022-09-01', confidential: true })
    await put({ description: 'x', confidential: false, discussion_locked: true })
    await put({ assignee_ids: [], labels: '' })
    await put({ state_event: 'close' })
    await world.at(world.dev, 'POST', '/issues/1/time_estimate', { duration: '1d' })
    expect(await said(world, '/issues/1')).toEqual([
      'assigned to @dev',
      'changed title from **{-One-}** to **{+Two+}**',
      'made the issue confidential',
      'changed due date to September 01, 2022',
      'changed the description',
      'made the issue visible to everyone',
      'locked this issue',
      'unassigned @dev',
      'changed time estimate to 1d',
    ])
    const labels = await list<Change>(world, '/issues/1/resource_label_events')
    expect(labels.map(({ action }) => action)).toEqual(['add', 'remove'])
    const states = await list<Change>(world, '/issues/1/resource_state_events')
    expect(states.map(({ state, user }) => [state, user.id])).toEqual([['closed', world.maint.id]])
    expect((await world.at(world.dev, 'GET', '/issues/1')).json).toMatchObject({ user_notes_count: 0 })
    const people = (await world.at(world.dev, 'GET', '/issues/1/participants')).json as ReadonlyArray<{
      readonly username: string
    }>
    expect(people.map(({ username }) => username)).toEqual(['dev', 'guest'])
  })
})

describe('the weights of an issue', () => {
  const weights = (world: World) => list<{ readonly id: number }>(world, '/issues/1/resource_weight_events')

  it('are resource events, from its creation on', async () => {
    const world = await openMergeWorld()
    try {
      const sent = { title: 'One', labels: 'bug', weight: 3 }
      expect((await world.at(world.dev, 'POST', '/issues', sent)).status).toBe(201)
      await world.at(world.maint, 'PUT', '/issues/1', { title: 'Two', weight: 5 })
      await world.at(world.maint, 'PUT', '/issues/1', { weight: 5 })
      await world.at(world.dev, 'PUT', '/issues/1', { weight: null })
      const events = await weights(world)
      const { id: issueId } = (await world.at(world.dev, 'GET', '/issues/1')).json as { readonly id: number }
      expect(events).toMatchObject([
        { issue_id: issueId, weight: 3, user: { username: 'dev' } },
        { issue_id: issueId, weight: 5, user: { username: 'maint' } },
        { issue_id: issueId, weight: null, user: { username: 'dev' } },
      ])
      const [first, second] = events
      const page = await world.at(world.dev, 'GET', '/issues/1/resource_weight_events', undefined, 'per_page=1&page=2')
      expect(page.json).toEqual([second])
      const one = await world.at(world.dev, 'GET', `/issues/1/resource_weight_events/${first?.id}`)
      expect(one).toMatchObject({ status: 200, json: first })
      expect((await world.at(world.dev, 'GET', '/issues/1/resource_weight_events/1')).status).toBe(404)
      expect((await list(world, '/issues/1/resource_label_events')).length).toBe(1)
    } finally {
      await world.close()
    }
  })

  it('are of the paid tiers', async () => {
    const world = await openMergeWorld({ tier: 'free' })
    try {
      await world.at(world.dev, 'POST', '/issues', { title: 'One' })
      expect((await world.at(world.dev, 'GET', '/issues/1/resource_weight_events')).status).toBe(404)
    } finally {
      await world.close()
    }
  })
})

describe('issuables that mention each other', () => {
  let world: World
  beforeAll(async () => {
    world = await openMergeWorld()
    for (const title of ['One', 'Two', 'Three'])
      expect((await world.at(world.dev, 'POST', '/issues', { title })).status).toBe(201)
    await world.at(world.dev, 'POST', '/issues', { title: 'Secret, see #1', confidential: true })
    await world.commit('one', { 'one.txt': '1\n' }, 'main')
    await world.open('one', { title: 'For #1', description: 'Closes #2, not `#3`, nor !1 or #99' })
  })
  afterAll(() => world.close())

  it('get one system note for each mention', async () => {
    expect(await said(world, '/issues/1')).toEqual(['mentioned in merge request !1'])
    expect(await said(world, '/issues/2')).toEqual(['mentioned in merge request !1'])
    expect(await said(world, '/issues/3')).toEqual([])
    expect(await said(world, '/merge_requests/1')).toEqual([])
    await world.at(world.dev, 'PUT', '/merge_requests/1', { description: '#1 again, and #3' })
    await world.at(world.dev, 'POST', '/merge_requests/1/notes', { body: '#1 and #3 once more' })
    await world.at(world.dev, 'POST', '/issues/3/notes', { body: 'like #1 and !1' })
    const edited = await world.at(world.dev, 'POST', '/issues/2/notes', { body: 'nothing yet' })
    const path = `/issues/2/notes/${(edited.json as Note).id}`
    expect((await world.at(world.dev, 'PUT', path, { body: 'see #3' })).status).toBe(200)
    expect((await world.at(world.dev, 'PUT', path, { body: 'see #3 and !1' })).status).toBe(200)
    expect((await said(world, '/merge_requests/1')).sort()).toEqual([
      'changed the description',
      'mentioned in issue #2',
      'mentioned in issue #3',
    ])
    expect((await said(world, '/issues/1')).sort()).toEqual(['mentioned in issue #3', 'mentioned in merge request !1'])
    expect((await said(world, '/issues/3')).sort()).toEqual(['mentioned in issue #2', 'mentioned in merge request !1'])
  })

  it('hide mentions by merge requests from users who cannot read them', async () => {
    const notes = await list<Note>(world, '/issues/1/notes', 'activity_filter=only_activity', world.guest)
    expect(notes.map(({ body }) => body)).toEqual(['mentioned in issue #3'])
    const all = await list<Note>(world, '/issues/1/notes', 'activity_filter=only_activity')
    const hidden = all.find(({ body }) => body.includes('!1'))
    expect((await world.at(world.guest, 'GET', `/issues/1/notes/${hidden?.id}`)).status).toBe(404)
    const discussions = await list<{ readonly notes: ReadonlyArray<Note> }>(
      world,
      '/issues/1/discussions',
      '',
      world.guest,
    )
    expect(discussions.flatMap((one) => one.notes).map(({ body }) => body)).toEqual(['mentioned in issue #3'])
  })

  it('are listed as related merge requests of an issue', async () => {
    const related = (path: string, who?: Person) => list<{ readonly iid: number }>(world, `/issues/${path}`, '', who)
    expect((await related('1/related_merge_requests')).map(({ iid }) => iid)).toEqual([1])
    expect((await related('3/related_merge_requests')).map(({ iid }) => iid)).toEqual([1])
    expect(await related('4/related_merge_requests')).toEqual([])
    expect(await related('1/related_merge_requests', world.guest)).toEqual([])
    expect((await world.at(world.guest, 'GET', '/issues/4/related_merge_requests')).status).toBe(404)
    expect((await world.at(world.owner, 'DELETE', '/merge_requests/1')).status).toBe(204)
    expect(await related('1/related_merge_requests')).toEqual([])
  })
})

describe('issuables of several projects that mention each other', () => {
  let world: World
  beforeAll(async () => {
    world = await openMergeWorld()
    expect((await world.at(world.dev, 'POST', '/issues', { title: 'One' })).status).toBe(201)
  })
  afterAll(() => world.close())

  const project = async (owner: Person, path: string, more = {}): Promise<number> => {
    const wanted = { name: path, path, initialize_with_readme: true, default_branch: 'main', ...more }
    const made = await world.ask(owner, 'POST', '/projects', wanted)
    expect(made.status, made.text).toBe(201)
    return (made.json as { readonly id: number }).id
  }
  const issue = async (who: Person, projectId: number, description: string): Promise<void> => {
    const made = await world.ask(who, 'POST', `/projects/${projectId}/issues`, { title: 'x', description })
    expect(made.status, made.text).toBe(201)
  }

  it('get a system note, by path, name or address, shown to users who can read the other project', async () => {
    const group = (await world.ask(world.owner, 'GET', '/groups/top')).json as { readonly id: number }
    const near = await project(world.owner, 'near', { namespace_id: group.id })
    await issue(world.dev, near, 'see app#1')
    const far = await project(world.dev, 'far')
    const actions = [{ action: 'create', file_path: 'x.txt', content: 'x' }]
    const commit = { branch: 'x', start_branch: 'main', commit_message: 'x', actions }
    expect((await world.ask(world.dev, 'POST', `/projects/${far}/repository/commits`, commit)).status).toBe(201)
    const request = { source_branch: 'x', target_branch: 'main', title: 'For top/app#1' }
    expect((await world.ask(world.dev, 'POST', `/projects/${far}/merge_requests`, request)).status).toBe(201)
    const body = 'like http://forge.test/top/app/-/issues/1 and top/app#1'
    const noted = await world.ask(world.dev, 'POST', `/projects/${far}/merge_requests/1/notes`, { body })
    expect(noted.status).toBe(201)
    await issue(world.dev, far, 'http://forge.test/top/app/-/issues/1')
    const all = ['mentioned in issue dev/far#1', 'mentioned in issue near#1', 'mentioned in merge request dev/far!1']
    expect((await said(world, '/issues/1')).sort()).toEqual(all)
    const asRead = async (who: Person, path: string): Promise<ReadonlyArray<string>> =>
      (await list<Note>(world, path, 'activity_filter=only_activity', who)).map((note) => note.body)
    expect(await asRead(world.owner, '/issues/1/notes')).toEqual(['mentioned in issue near#1'])
    const threads = await list<{ readonly notes: ReadonlyArray<Note> }>(world, '/issues/1/discussions', '', world.owner)
    expect(threads.flatMap(({ notes }) => notes).map((note) => note.body)).toEqual(['mentioned in issue near#1'])
    const hidden = (await list<Note>(world, '/issues/1/notes')).find((note) => note.body.includes('!1'))
    expect((await world.at(world.owner, 'GET', `/issues/1/notes/${hidden?.id}`)).status).toBe(404)
    const related = (who: Person) =>
      list<{ readonly references: object }>(world, '/issues/1/related_merge_requests', '', who)
    expect(await related(world.dev)).toMatchObject([{ references: { full: 'dev/far!1' } }])
    expect(await related(world.owner)).toEqual([])
  })

  it('get none where the author could not read the mentioned issuable', async () => {
    const alien = await project(world.out, 'alien')
    await issue(world.out, alien, 'see top/app#1')
    const told = await said(world, '/issues/1')
    expect(told).toHaveLength(3)
  })
})
