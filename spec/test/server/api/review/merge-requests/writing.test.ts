import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type Shown, type World } from './world.js'

const BASIC =
  `id iid project_id title description state created_at updated_at merged_by merge_user merged_at closed_by closed_at
  target_branch source_branch user_notes_count upvotes downvotes author assignees assignee reviewers source_project_id
  target_project_id labels draft work_in_progress milestone merge_when_pipeline_succeeds merge_status sha merge_commit_sha
  squash_commit_sha discussion_locked should_remove_source_branch force_remove_source_branch reference references web_url
  time_stats squash task_completion_status has_conflicts blocking_discussions_resolved approvals_before_merge`
    .split(/\s+/)
    .sort()
const FULL = [
  ...BASIC,
  ...`subscribed changes_count latest_build_started_at latest_build_finished_at first_deployed_to_production_at pipeline
    head_pipeline diff_refs merge_error user`.split(/\s+/),
].sort()

describe('making and changing merge requests', () => {
  let world: World
  beforeAll(async () => {
    world = await openMergeWorld()
    await world.commit('one', { 'one.txt': '1\n' }, 'main')
    await world.commit('two', { 'two.txt': '2\n' }, 'main')
  })
  afterAll(() => world.close())

  const create = (json: object, who = world.dev) => world.at(who, 'POST', '/merge_requests', json)
  const wish = { source_branch: 'one', target_branch: 'main', title: 'First' }

  it('answers with every key of the whole shape, and no other', async () => {
    const answered = await create({
      ...wish,
      title: '  First ',
      description: 'hi @maint\n- [x] a\n- [ ] b',
      assignee_ids: [world.dev.id, world.out.id],
      reviewer_ids: [world.maint.id, world.guest.id],
      remove_source_branch: true,
    })
    expect(answered.status).toBe(201)
    const made = answered.json as Shown
    expect(Object.keys(made).sort()).toEqual(FULL)
    const head = await world.at(world.dev, 'GET', '/repository/branches/one')
    const main = await world.at(world.dev, 'GET', '/repository/branches/main')
    const idOf = (branch: unknown): string => (branch as { readonly commit: { readonly id: string } }).commit.id
    expect(made).toMatchObject({
      iid: 1,
      project_id: world.projectId,
      title: 'First',
      state: 'opened',
      draft: false,
      work_in_progress: false,
      assignee: { id: world.dev.id },
      author: { id: world.dev.id, username: 'dev' },
      force_remove_source_branch: true,
      should_remove_source_branch: null,
      discussion_locked: null,
      squash: false,
      sha: idOf(head.json),
      changes_count: '1',
      diff_refs: { base_sha: idOf(main.json), start_sha: idOf(main.json), head_sha: idOf(head.json) },
      task_completion_status: { count: 2, completed_count: 1 },
      reference: '!1',
      references: { short: '!1', relative: '!1', full: 'top/app!1' },
      web_url: 'http://forge.test/top/app/-/merge_requests/1',
      subscribed: true,
      user: { can_merge: true },
      approvals_before_merge: 0,
      blocking_discussions_resolved: true,
      merge_error: null,
    })
    // Those who cannot read the request are left out.
    expect((made['assignees'] as ReadonlyArray<{ id: number }>).map(({ id }) => id)).toEqual([world.dev.id])
    expect((made['reviewers'] as ReadonlyArray<{ id: number }>).map(({ id }) => id)).toEqual([world.maint.id])
    expect(['checking', 'unchecked']).toContain(made.merge_status)
  })

  it('shows lists in the short shape, and simple ones in the shortest', async () => {
    const list = await world.at(world.dev, 'GET', '/merge_requests')
    expect(Object.keys((list.json as ReadonlyArray<object>)[0] ?? {}).sort()).toEqual(BASIC)
    const simple = await world.at(world.dev, 'GET', '/merge_requests', undefined, 'view=simple')
    expect(Object.keys((simple.json as ReadonlyArray<object>)[0] ?? {}).sort()).toEqual([
      'created_at',
      'description',
      'id',
      'iid',
      'project_id',
      'state',
      'title',
      'updated_at',
      'web_url',
    ])
  })

  it.each([
    [{}, 400, { error: 'title is missing, source_branch is missing, target_branch is missing' }],
    [{ ...wish, title: ' ' }, 400, { message: { title: ["can't be blank"] } }],
    [
      { ...wish, source_branch: 'two', title: 'x'.repeat(256) },
      400,
      { message: { title: ['is too long (maximum is 255 characters)'] } },
    ],
    [
      { ...wish, source_branch: 'two', description: 'x'.repeat(1_048_577) },
      400,
      { message: { description: ['is too long (maximum is 1048576 characters)'] } },
    ],
    [{ ...wish, source_branch: 'main' }, 422, { message: ["You can't use same project/branch for source and target"] }],
    [wish, 409, { message: ['Another open merge request already exists for this source branch: !1'] }],
    [{ ...wish, source_branch: 'a b' }, 400, { message: { source_branch: ['is invalid'] } }],
    [{ ...wish, target_project_id: 9999 }, 404, { message: '404 Not found' }],
  ])('refuses %j', async (body, status, expected) => {
    const answered = await create(body)
    expect([answered.status, answered.json]).toEqual([status, expected])
  })

  it('is for developers, and hidden from those outside', async () => {
    expect(await create({ ...wish, source_branch: 'two' }, world.guest)).toMatchObject({
      status: 403,
      json: { message: '403 Forbidden' },
    })
    expect(await create(wish, world.out)).toMatchObject({ status: 404, json: { message: '404 Project Not Found' } })
    expect((await world.at(undefined, 'GET', '/merge_requests/1')).status).toBe(401)
    expect(await world.at(world.guest, 'GET', '/merge_requests/1')).toMatchObject({ status: 404 })
    expect(await world.at(world.guest, 'GET', '/merge_requests')).toMatchObject({ status: 403 })
    expect(await world.at(world.dev, 'GET', '/merge_requests/77')).toMatchObject({
      status: 404,
      json: { message: '404 Not found' },
    })
    expect(await world.at(world.dev, 'GET', '/merge_requests/x')).toMatchObject({
      status: 400,
      json: { error: 'merge_request_iid is invalid' },
    })
  })

  it('opens one at most for the same branches, however many ask at once', async () => {
    await world.commit('raced', { 'raced.txt': '1\n' }, 'main')
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ ...wish, source_branch: 'raced' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
    const list = await world.at(world.dev, 'GET', '/merge_requests', undefined, 'source_branch=raced&state=opened')
    expect(list.json as ReadonlyArray<Shown>).toHaveLength(1)
  })

  it('may propose what is not there yet, or nothing at all', async () => {
    const missing = await world.open('nowhere')
    expect(missing).toMatchObject({ sha: null, changes_count: null })
    expect(await world.settled(missing.iid)).toMatchObject({ merge_status: 'cannot_be_merged', has_conflicts: true })
    await world.ask(world.dev, 'POST', `/projects/${world.projectId}/repository/branches`, {
      branch: 'same',
      ref: 'main',
    })
    const empty = await world.open('same')
    expect(empty.changes_count).toBeNull()
    expect((await world.settled(empty.iid)).merge_status).toBe('cannot_be_merged')
    const versions = await world.at(world.dev, 'GET', `/merge_requests/${empty.iid}/versions`)
    expect(versions.json).toMatchObject([{ state: 'empty', real_size: null }])
  })

  it('has its commits as versions keep them: in UTC, without parents', async () => {
    await world.commit('kept', { 'kept.txt': '1\n' }, 'main')
    const { iid } = await world.open('kept')
    const read = async (path: string) => (await world.at(world.dev, 'GET', `/merge_requests/${iid}${path}`)).json
    const [version] = (await read('/versions')) as ReadonlyArray<{ readonly id: number }>
    const { commits } = (await read(`/versions/${version?.id}`)) as { readonly commits: ReadonlyArray<unknown> }
    const at = expect.stringMatching(/^[\d-]+T[\d:]+\.000Z$/)
    const kept = { created_at: at, authored_date: at, committed_date: at, parent_ids: [] }
    expect(commits).toMatchObject([kept])
    expect(await read('/commits')).toEqual(commits)
  })

  it('changes what is given', async () => {
    const put = (json: object, who = world.dev) => world.at(who, 'PUT', '/merge_requests/1', json)
    expect(await put({})).toMatchObject({
      status: 400,
      json: {
        error:
          'assignee_id, assignee_ids, reviewer_ids, description, labels, add_labels, remove_labels, milestone_id, remove_source_branch, allow_collaboration, allow_maintainer_to_push, squash, target_branch, title, state_event, discussion_locked, approvals_before_merge are missing, at least one parameter must be provided',
      },
    })
    for (const name of ['title', 'target_branch'])
      for (const none of ['', ' ', null]) {
        const refused = { status: 400, json: { error: `${name} is empty` } }
        expect(await put({ [name]: none })).toMatchObject(refused)
        expect(await put({ [name]: none, description: 'not kept' })).toMatchObject(refused)
      }
    expect(await put({ state_event: 'eat' })).toMatchObject({
      status: 400,
      json: { error: 'state_event does not have a valid value' },
    })
    const changed = await put({ title: 'Draft: Changed', assignee_ids: [0], squash: true, discussion_locked: true })
    expect(changed.json).toMatchObject({
      title: 'Draft: Changed',
      draft: true,
      assignee: null,
      assignees: [],
      squash: true,
      discussion_locked: true,
      description: 'hi @maint\n- [x] a\n- [ ] b',
    })
    expect((await put({ description: '' })).json).toMatchObject({
      description: '',
      task_completion_status: { count: 0, completed_count: 0 },
    })
    expect((await put({ title: 'no' }, world.guest)).status).toBe(403)
  })

  it('keeps long descriptions whole', async () => {
    const description = 'ä'.repeat(100_000)
    await world.at(world.dev, 'PUT', '/merge_requests/1', { description })
    expect((await world.show(1))['description']).toBe(description)
    const list = await world.at(world.dev, 'GET', '/merge_requests', undefined, 'iids[]=1')
    expect((list.json as ReadonlyArray<Shown>)[0]?.['description']).toBe(description)
  })

  it('closes and opens again, and lets another take its place meanwhile', async () => {
    const put = (json: object) => world.at(world.dev, 'PUT', '/merge_requests/1', json)
    expect((await put({ state_event: 'close' })).json).toMatchObject({
      state: 'closed',
      closed_by: { id: world.dev.id },
      closed_at: '2022-08-22T12:00:00.000Z',
    })
    expect((await put({ state_event: 'close' })).json).toMatchObject({ state: 'closed' })
    const twin = await create(wish)
    expect(twin.status).toBe(201)
    expect(await put({ state_event: 'reopen' })).toMatchObject({
      status: 409,
      json: {
        message: [`Another open merge request already exists for this source branch: !${(twin.json as Shown).iid}`],
      },
    })
    await world.at(world.dev, 'PUT', `/merge_requests/${(twin.json as Shown).iid}`, { state_event: 'close' })
    expect((await put({ state_event: 'reopen' })).json).toMatchObject({
      state: 'opened',
      closed_by: null,
      closed_at: null,
    })
    const versions = await world.at(world.dev, 'GET', '/merge_requests/1/versions')
    expect(versions.json as ReadonlyArray<unknown>).toHaveLength(2)
  })

  it('goes into another branch, with another diff', async () => {
    await world.ask(world.dev, 'POST', `/projects/${world.projectId}/repository/branches`, {
      branch: 'next',
      ref: 'main',
    })
    await world.commit('next', { 'next.txt': 'n\n' })
    const before = await world.show(1)
    const moved = (await world.at(world.dev, 'PUT', '/merge_requests/1', { target_branch: 'next' })).json as Shown
    expect(moved['target_branch']).toBe('next')
    expect((moved['diff_refs'] as { start_sha: string }).start_sha).not.toBe(
      (before['diff_refs'] as { start_sha: string }).start_sha,
    )
    // Its old place is free.
    expect((await create({ ...wish, title: 'again' })).status).toBe(201)
  })

  it('is deleted by owners alone', async () => {
    const { iid } = await world.open('two')
    const remove = (who = world.dev, headers = {}) =>
      world.instance.ask('DELETE', `/api/v4/projects/${world.projectId}/merge_requests/${iid}`, {
        as: who.token,
        headers,
      })
    expect((await remove()).status).toBe(403)
    expect((await remove(world.maint)).status).toBe(403)
    expect((await remove(world.owner, { 'if-unmodified-since': 'Mon, 22 Aug 2022 11:00:00 GMT' })).status).toBe(412)
    expect((await remove(world.owner)).status).toBe(204)
    expect((await world.at(world.dev, 'GET', `/merge_requests/${iid}`)).status).toBe(404)
    expect((await create({ ...wish, source_branch: 'two' })).status).toBe(201)
  })
})
