import { todoReactor } from '@forgefold/core/domains/conversation/todo'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type World } from '../../review/merge-requests/world.js'
import { actionsOf, clear, comes, listOf } from './lists.js'

describe('requests of others create to-dos', () => {
  let world: World
  beforeAll(async () => {
    world = await openMergeWorld()
    for (const branch of ['one', 'two', 'three']) await world.commit(branch, { [`${branch}.txt`]: 'x\n' }, 'main')
  })
  afterAll(() => world.close())

  it('for a new merge request: assignees, reviewers, addressed and mentioned users, not its author', async () => {
    const made = await world.open('one', {
      assignee_ids: [world.owner.id, world.dev.id],
      reviewer_ids: [world.maint.id],
      description: '@maint please look, see `@guest`, cc @owner @dev @guest',
    })
    await comes(world, world.maint, ['directly_addressed MergeRequest 1', 'review_requested MergeRequest 1'])
    await comes(world, world.owner, ['assigned MergeRequest 1', 'mentioned MergeRequest 1'])
    expect(await actionsOf(world, world.dev)).toEqual([])
    // A guest of a private project reads no merge requests.
    expect(await actionsOf(world, world.guest)).toEqual([])
    const [todo] = await listOf(world, world.owner, 'action=assigned')
    expect(todo).toMatchObject({
      author: { id: world.dev.id },
      body: 'one',
      target_url: `http://forge.test/top/app/-/merge_requests/${made.iid}`,
      project: { id: world.projectId, path_with_namespace: 'top/app' },
      state: 'pending',
    })
  })

  it('that each filter finds', async () => {
    const one = ['assigned MergeRequest 1']
    expect(await actionsOf(world, world.owner, 'action=assigned')).toEqual(one)
    expect(await actionsOf(world, world.owner, `action=assigned&author_id=${world.dev.id}`)).toEqual(one)
    expect(await actionsOf(world, world.owner, `author_id=${world.maint.id}`)).toEqual([])
    expect(await actionsOf(world, world.owner, `action=assigned&project_id=${world.projectId}`)).toEqual(one)
    expect(await actionsOf(world, world.owner, 'project_id=999')).toEqual([])
    const { id: group } = (await world.ask(world.owner, 'GET', '/groups/top')).json as { readonly id: number }
    expect(await actionsOf(world, world.owner, `action=assigned&group_id=${group}`)).toEqual(one)
    expect(await actionsOf(world, world.owner, 'group_id=999')).toEqual([])
    expect(await actionsOf(world, world.owner, 'action=assigned&type=MergeRequest')).toEqual(one)
    for (const type of ['Issue', 'Epic', 'Commit'])
      expect(await actionsOf(world, world.owner, `type=${type}`)).toEqual([])
    expect(await actionsOf(world, world.owner, 'state=done')).toEqual([])
    for (const query of ['action=nothing', 'type=Nothing', 'state=all', 'author_id=x'])
      expect((await world.ask(world.owner, 'GET', '/todos', undefined, query)).status).toBe(400)
    const page = await world.ask(world.owner, 'GET', '/todos', undefined, 'per_page=1&page=2')
    expect(page.headers.get('x-total')).toBe('2')
    expect(page.json as ReadonlyArray<unknown>).toHaveLength(1)
  })

  it('once for the same issuable and action, again after the first is done', async () => {
    const again = async (ids: ReadonlyArray<number>) =>
      expect((await world.at(world.dev, 'PUT', '/merge_requests/1', { reviewer_ids: ids })).status).toBe(200)
    await again([])
    await again([world.maint.id])
    await world.at(world.dev, 'PUT', '/merge_requests/1', { title: 'one, cc @maint' })
    await comes(world, world.maint, ['directly_addressed MergeRequest 1', 'review_requested MergeRequest 1'])
    const [todo] = await listOf(world, world.maint, 'action=review_requested')
    const done = await world.ask(world.maint, 'POST', `/todos/${todo?.id}/mark_as_done`)
    expect(done).toMatchObject({ status: 201, json: { id: todo?.id, state: 'done' } })
    expect((await world.ask(world.owner, 'POST', `/todos/${todo?.id}/mark_as_done`)).status).toBe(404)
    await comes(world, world.maint, ['directly_addressed MergeRequest 1'])
    await again([])
    await again([world.maint.id])
    await comes(world, world.maint, ['directly_addressed MergeRequest 1', 'review_requested MergeRequest 1'])
  })

  it('besides those that users mark for themselves', async () => {
    const mark = () => world.at(world.maint, 'POST', '/merge_requests/1/todo')
    expect((await mark()).status).toBe(201)
    expect((await mark()).status).toBe(304)
    const all = ['directly_addressed MergeRequest 1', 'marked MergeRequest 1', 'review_requested MergeRequest 1']
    expect(await actionsOf(world, world.maint)).toEqual(all)
  })

  it('that are completed by a note, an emoji, an approval, a change, a push, closing or merging', async () => {
    const { maint } = world
    const refill = async () => {
      await clear(world)
      await world.at(world.dev, 'PUT', '/merge_requests/1', { reviewer_ids: [] })
      await world.at(world.dev, 'PUT', '/merge_requests/1', { reviewer_ids: [maint.id] })
      await comes(world, maint, ['review_requested MergeRequest 1'])
    }
    const looks: ReadonlyArray<() => Promise<{ readonly status: number }>> = [
      () => world.at(maint, 'POST', '/merge_requests/1/notes', { body: 'Hm.' }),
      () => world.at(maint, 'POST', '/merge_requests/1/award_emoji', { name: 'thumbsup' }),
      () => world.at(maint, 'POST', '/merge_requests/1/approve'),
      () => world.at(maint, 'PUT', '/merge_requests/1', { labels: 'seen' }),
      () => world.at(maint, 'PUT', '/merge_requests/1', { title: 'seen' }),
      () =>
        world.at(maint, 'POST', '/repository/commits', {
          branch: 'one',
          commit_message: 'more',
          actions: [{ action: 'create', file_path: 'more.txt', content: 'm\n' }],
        }),
      () => world.at(maint, 'PUT', '/merge_requests/1', { state_event: 'close' }),
    ]
    for (const look of looks) {
      await refill()
      expect((await look()).status).toBeLessThan(300)
      await comes(world, maint, [])
    }
    expect(await actionsOf(world, maint, 'state=done')).toContain('review_requested MergeRequest 1')
  })

  it('that stay when another user acts', async () => {
    await clear(world)
    await world.open('two', { reviewer_ids: [world.maint.id], assignee_ids: [world.owner.id] })
    await comes(world, world.maint, ['review_requested MergeRequest 2'])
    await comes(world, world.owner, ['assigned MergeRequest 2'])
    await world.settled(2)
    expect((await world.at(world.maint, 'PUT', '/merge_requests/2/merge')).status).toBe(200)
    await comes(world, world.maint, [])
    expect(await actionsOf(world, world.owner)).toEqual(['assigned MergeRequest 2'])
  })

  it('for a note, with its text and URL', async () => {
    await clear(world)
    const note = await world.at(world.dev, 'POST', '/merge_requests/2/notes', { body: '@maint done? cc @owner' })
    const { id } = note.json as { readonly id: number }
    await comes(world, world.maint, ['directly_addressed MergeRequest 2'])
    await comes(world, world.owner, ['mentioned MergeRequest 2'])
    const [todo] = await listOf(world, world.maint)
    expect(todo).toMatchObject({
      body: '@maint done? cc @owner',
      target_url: `http://forge.test/top/app/-/merge_requests/2#note_${id}`,
    })
    await world.at(world.dev, 'PUT', `/merge_requests/2/notes/${id}`, { body: 'cc @owner @guest' })
    expect((await world.at(world.dev, 'DELETE', `/merge_requests/2/notes/${id}`)).status).toBe(204)
    await comes(world, world.owner, [])
  })

  it('for an issue, unless the user cannot read it', async () => {
    await clear(world)
    const issue = { title: 'A bug', description: '@guest look, cc @maint', assignee_ids: [world.maint.id] }
    expect((await world.at(world.dev, 'POST', '/issues', issue)).status).toBe(201)
    await comes(world, world.maint, ['assigned Issue 1', 'mentioned Issue 1'])
    await comes(world, world.guest, ['directly_addressed Issue 1'])
    expect((await world.at(world.dev, 'POST', '/issues', { ...issue, confidential: true })).status).toBe(201)
    await comes(world, world.maint, ['assigned Issue 1', 'assigned Issue 2', 'mentioned Issue 1', 'mentioned Issue 2'])
    expect(await actionsOf(world, world.guest)).toEqual(['directly_addressed Issue 1'])
    const mark = () => world.at(world.guest, 'POST', '/issues/1/todo')
    expect(await mark()).toMatchObject({
      status: 201,
      json: { action_name: 'marked', target_type: 'Issue', target: { iid: 1 }, body: 'A bug' },
    })
    expect((await mark()).status).toBe(304)
    expect((await world.at(world.guest, 'POST', '/issues/2/todo')).status).toBe(404)
    expect((await world.at(world.maint, 'PUT', '/issues/1', { state_event: 'close' })).status).toBe(200)
    await comes(world, world.maint, ['assigned Issue 2', 'mentioned Issue 2'])
  })

  it('that are deleted with their issuable', async () => {
    expect((await world.at(world.owner, 'DELETE', '/issues/2')).status).toBe(204)
    await comes(world, world.maint, [])
    await world.open('three', { reviewer_ids: [world.maint.id] })
    await comes(world, world.maint, ['review_requested MergeRequest 3'])
    expect((await world.at(world.owner, 'DELETE', '/merge_requests/3')).status).toBe(204)
    await comes(world, world.maint, [])
  })
})

describe('events handled again', () => {
  it('create no to-do twice, and complete none that was created later', async () => {
    const world = await openMergeWorld()
    const { forge } = world.instance
    await world.commit('one', { 'one.txt': 'x\n' }, 'main')
    await world.open('one', { reviewer_ids: [world.maint.id], description: '@owner look' })
    await comes(world, world.maint, ['review_requested MergeRequest 1'])
    await comes(world, world.owner, ['directly_addressed MergeRequest 1'])
    expect((await world.at(world.maint, 'POST', '/merge_requests/1/approve')).status).toBe(201)
    await comes(world, world.maint, [])
    await clear(world)
    world.instance.clock.advance(1000)
    await world.at(world.dev, 'PUT', '/merge_requests/1', { reviewer_ids: [] })
    await world.at(world.dev, 'PUT', '/merge_requests/1', { reviewer_ids: [world.maint.id] })
    await comes(world, world.maint, ['review_requested MergeRequest 1'])
    const history = await forge.events.readAll({ filter: { categories: ['merge_request'] }, limit: 500 })
    if (history.kind !== 'Read') throw new Error(history.reason)
    const wanted = todoReactor.filter.types ?? []
    for (const event of history.events) if (wanted.includes(event.type)) await todoReactor.react(forge, event)
    expect(await actionsOf(world, world.maint)).toEqual(['review_requested MergeRequest 1'])
    expect(await actionsOf(world, world.owner)).toEqual([])
    expect(await actionsOf(world, world.maint, 'state=done')).toEqual(['review_requested MergeRequest 1'])
    await world.close()
  })
})

describe('failures of a merge request create to-dos for its author', () => {
  let world: World
  beforeAll(async () => {
    world = await openMergeWorld()
    await world.commit('one', { 'README.md': 'one\n' }, 'main')
    await world.open('one')
    await world.settled(1)
  })
  afterAll(() => world.close())

  const report = (sha: string, state: string, name = 'test') =>
    world.at(world.dev, 'POST', `/statuses/${sha}`, { state, name, ref: 'one' })

  it('a failed job, once', async () => {
    const { sha } = await world.show(1)
    expect((await report(sha, 'running')).status).toBe(201)
    expect((await report(sha, 'failed')).status).toBe(201)
    await comes(world, world.dev, ['build_failed MergeRequest 1'])
    expect((await report(sha, 'failed', 'other')).status).toBe(201)
    await world.at(world.maint, 'POST', '/issues', { title: 'x', description: '@dev hm' })
    await comes(world, world.dev, ['build_failed MergeRequest 1', 'directly_addressed Issue 1'])
    const [, todo] = await listOf(world, world.dev)
    expect(todo).toMatchObject({ author: { id: world.dev.id } })
  })

  it('a conflict, when it arises and not at each check', async () => {
    await clear(world)
    await world.commit('main', { 'README.md': 'main\n' })
    expect((await world.settled(1)).merge_status).toBe('cannot_be_merged')
    await comes(world, world.dev, ['unmergeable MergeRequest 1'])
    await clear(world)
    await world.commit('main', { 'README.md': 'main again\n' })
    expect((await world.settled(1)).merge_status).toBe('cannot_be_merged')
    await world.at(world.maint, 'POST', '/issues', { title: 'y', description: '@dev hm' })
    await comes(world, world.dev, ['directly_addressed Issue 2'])
  })

  it('a failed job of its own pipeline, until it is retried', async () => {
    const ci = "test:\n  script: ['true']\n  rules:\n    - if: $CI_PIPELINE_SOURCE == 'merge_request_event'\n"
    await world.commit('two', { '.gitlab-ci.yml': ci }, 'main')
    const { iid } = await world.open('two')
    await clear(world)
    const pipeline = await world.until('its pipeline', async () => {
      const { head_pipeline: head } = await world.show(iid)
      return (head as { readonly id: number } | null) ?? undefined
    })
    const jobs = await world.at(world.dev, 'GET', `/pipelines/${pipeline.id}/jobs`)
    const [job] = jobs.json as ReadonlyArray<{ readonly id: number }>
    const run = (status: string) => world.at(world.maint, 'PUT', `/jobs/${job?.id}`, { status })
    expect((await run('running')).status).toBe(200)
    expect((await run('failed')).status).toBe(200)
    await comes(world, world.dev, [`build_failed MergeRequest ${iid}`])
    expect((await world.at(world.dev, 'POST', `/jobs/${job?.id}/retry`)).status).toBe(201)
    await comes(world, world.dev, [])
  })
})
