import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type Shown, type World } from './world.js'

describe('following a merge request', () => {
  let world: World
  beforeAll(async () => {
    world = await openMergeWorld()
    await world.commit('one', { 'src/a.txt': 'a\n' }, 'main')
    await world.open('one', { description: 'ask @guest and @maint', reviewer_ids: [world.maint.id] })
    await world.settled(1)
  })
  afterAll(() => world.close())

  const post = (path: string, json: object = {}, who = world.dev) =>
    world.at(who, 'POST', `/merge_requests/1/${path}`, json)
  const get = (path: string, query = '', who = world.dev) =>
    world.at(who, 'GET', `/merge_requests/1${path}`, undefined, query)

  it('is a matter of taking part, or of a wish', async () => {
    expect((await post('subscribe')).status).toBe(304)
    const off = await post('unsubscribe')
    expect([off.status, (off.json as Shown)['subscribed']]).toEqual([201, false])
    expect((await post('unsubscribe')).status).toBe(304)
    expect((await post('subscribe')).json).toMatchObject({ subscribed: true, diverged_commits_count: 0 })
    const mine = await post('subscribe', {}, world.owner)
    expect([mine.status, (mine.json as Shown)['subscribed']]).toEqual([201, true])
    expect((await post('subscribe', {}, world.guest)).status).toBe(403)
  })

  it('lists those who take part and may read it', async () => {
    const people = (await get('/participants')).json as ReadonlyArray<{ readonly username: string }>
    expect(people.map(({ username }) => username)).toEqual(['dev', 'maint'])
    expect((await get('/reviewers')).json).toEqual([
      {
        user: expect.objectContaining({ username: 'maint' }) as unknown,
        updated_state_by: null,
        state: 'unreviewed',
        created_at: '2022-08-22T12:00:00.000Z',
      },
    ])
  })

  it('goes on the to-do list once', async () => {
    const made = await post('todo')
    expect(made).toMatchObject({
      status: 201,
      json: {
        action_name: 'marked',
        target_type: 'MergeRequest',
        target: { iid: 1, references: { full: 'top/app!1' } },
        target_url: 'http://forge.test/top/app/-/merge_requests/1',
        body: 'one',
        state: 'pending',
        author: { id: world.dev.id },
        project: { id: world.projectId, path_with_namespace: 'top/app' },
      },
    })
    expect((await post('todo')).status).toBe(304)
    expect((await post('todo', {}, world.maint)).status).toBe(201)
    const raced = await Promise.all([1, 2, 3].map(() => post('todo', {}, world.owner)))
    expect(raced.map(({ status }) => status).sort()).toEqual([201, 304, 304])
  })

  it('keeps time', async () => {
    expect(await post('time_estimate', { duration: '3h30m' })).toMatchObject({
      status: 200,
      json: { time_estimate: 12_600, human_time_estimate: '3h 30m', total_time_spent: 0, human_total_time_spent: null },
    })
    expect(await post('add_spent_time', { duration: '1h', summary: 'thinking' })).toMatchObject({
      status: 201,
      json: { total_time_spent: 3600, human_total_time_spent: '1h' },
    })
    expect(await post('add_spent_time', { duration: '-2h' })).toMatchObject({
      status: 400,
      json: { message: { base: ['Time to subtract exceeds the total time spent'] } },
    })
    expect(await post('time_estimate', { duration: 'soon' })).toMatchObject({
      status: 400,
      json: { message: { time_estimate: ['has an invalid format'] } },
    })
    expect(await post('time_estimate')).toMatchObject({ status: 400, json: { error: 'duration is missing' } })
    expect((await get('/time_stats')).json).toMatchObject({ time_estimate: 12_600, total_time_spent: 3600 })
    expect((await post('reset_time_estimate')).json).toMatchObject({ time_estimate: 0, human_time_estimate: null })
    expect((await post('reset_spent_time')).json).toMatchObject({ total_time_spent: 0, human_total_time_spent: null })
    expect((await post('time_estimate', { duration: '1h' }, world.guest)).status).toBe(404)
  })

  it('shows its HTML, sanitised', async () => {
    await world.at(world.dev, 'PUT', '/merge_requests/1', {
      title: '*It* <b>',
      description: '# Hi\n<script>1</script>',
    })
    const shown = await world.show(1, 'render_html=true&include_diverged_commits_count=true')
    expect(shown['title_html']).toContain('<em>It</em>')
    expect(shown['description_html']).toContain('Hi</h1>')
    expect(shown['description_html']).not.toContain('<script')
    expect(shown).toMatchObject({ diverged_commits_count: 0, first_contribution: false })
    expect(shown).not.toHaveProperty('rebase_in_progress')
  })

  it('links in its HTML to those and what it names, where one may look', async () => {
    await world.at(world.maint, 'POST', '/issues', { title: 'Seen "here"' })
    const made = await world.ask(world.out, 'POST', '/projects', { name: 'own', path: 'own' })
    const hidden = `/projects/${(made.json as { readonly id: number }).id}/issues`
    expect((await world.ask(world.out, 'POST', hidden, { title: 'Hidden' })).status).toBe(201)
    const description = '@maint of @top: #1, app#1, #99, out/own#1, !1 and @nobody'
    await world.at(world.dev, 'PUT', '/merge_requests/1', { title: 'For #1', description })
    const shown = await world.show(1, 'render_html=true')
    const path = '/top/app/-'
    const issue = (name: string) =>
      `<a href="${path}/issues/1" data-reference-type="issue" data-project="${world.projectId}" data-issue="1" data-iid="1" class="gfm gfm-issue" title="Seen &quot;here&quot;">${name}</a>`
    expect(String(shown['description_html']).match(/<a [^>]*>[^<]*<\/a>/g)).toEqual([
      `<a href="/maint" data-reference-type="user" data-user="${world.maint.id}" class="gfm gfm-project_member" title="maint">@maint</a>`,
      expect.stringMatching(/^<a href="\/groups\/top" .* title="Top">@top<\/a>$/),
      issue('#1'),
      issue('app#1'),
      expect.stringMatching(
        /^<a href="\/top\/app\/-\/merge_requests\/1" .* class="gfm gfm-merge_request" title="For #1">!1<\/a>$/,
      ),
    ])
    expect(shown['title_html']).toBe(`For ${issue('#1')}`)
  })

  it('has commits, changes and pipelines', async () => {
    const { sha } = await world.show(1)
    const commits = await get('/commits')
    expect(commits.json).toMatchObject([{ id: sha, title: 'change src/a.txt', parent_ids: [] }])
    expect(commits.headers.get('x-total')).toBe('1')
    const changes = await get('/changes', 'access_raw_diffs=true')
    expect(changes.json).toMatchObject({
      iid: 1,
      overflow: false,
      changes: [{ new_path: 'src/a.txt', new_file: true }],
    })
    expect((await get('/pipelines')).json).toEqual([])
    expect(await post('pipelines')).toMatchObject({
      status: 400,
      json: { message: { base: ['Missing CI config file'] } },
    })
    expect((await get('/closes_issues')).json).toEqual([])
    expect(await get('/versions/99999')).toMatchObject({ status: 404, json: { message: '404 Not found' } })
  })

  it('gets the pipeline that its CI file calls for', async () => {
    const ci = "test:\n  script: ['true']\n  rules:\n    - if: $CI_PIPELINE_SOURCE == 'merge_request_event'\n"
    await world.commit('ci', { '.gitlab-ci.yml': ci }, 'main')
    const made = await world.open('ci')
    const shown = await world.until('its own pipeline', async () => {
      const now = await world.show(made.iid)
      return now['head_pipeline'] !== null && now
    })
    expect(shown['head_pipeline']).toMatchObject({
      sha: made.sha,
      ref: `refs/merge-requests/${made.iid}/head`,
      source: 'merge_request_event',
    })
    const another = await world.at(world.dev, 'POST', `/merge_requests/${made.iid}/pipelines`)
    expect(another).toMatchObject({ status: 200, json: { sha: made.sha, detailed_status: { group: 'pending' } } })
    const list = await world.at(world.dev, 'GET', `/merge_requests/${made.iid}/pipelines`)
    expect(list.json as ReadonlyArray<unknown>).toHaveLength(2)
  })

  it('brings its merge ref up to date, without touching the target', async () => {
    const ref = async (): Promise<string> =>
      ((await get('/merge_ref')).json as { readonly commit_id: string }).commit_id
    const before = await ref()
    expect(await ref()).toBe(before)
    const main = await world.commit('main', { 'm.txt': 'm\n' })
    const after = await ref()
    expect(after).not.toBe(before)
    const { sha } = await world.show(1)
    const commit = await world.at(world.dev, 'GET', `/repository/commits/${after}`)
    expect((commit.json as { readonly parent_ids: ReadonlyArray<string> }).parent_ids).toEqual([main, sha])
  })

  it('speaks the API release that it is asked to', async () => {
    const old = await openMergeWorld({ release: '14.0', tier: 'free' })
    await old.commit('one', { a: 'a\n' }, 'main')
    const made = await old.open('one', { title: 'WIP: x', assignee_ids: [old.dev.id, old.maint.id] })
    expect(made).toMatchObject({ draft: true, merged_by: null })
    expect(made).not.toHaveProperty('merge_user')
    expect(made).not.toHaveProperty('approvals_before_merge')
    expect(made['assignees'] as ReadonlyArray<unknown>).toHaveLength(1)
    expect((await old.at(old.dev, 'GET', '/merge_requests', undefined, 'order_by=title')).status).toBe(400)
    await old.close()
    const newest = await openMergeWorld({ release: '16.0' })
    await newest.commit('one', { a: 'a\n' }, 'main')
    const shown = await newest.open('one')
    expect(shown).not.toHaveProperty('merged_by')
    await newest.settled(1)
    expect(await newest.show(1)).toMatchObject({ detailed_merge_status: 'mergeable' })
    const list = await newest.at(newest.dev, 'GET', '/merge_requests')
    expect((list.json as ReadonlyArray<Shown>)[0]).toMatchObject({ detailed_merge_status: 'mergeable' })
    await newest.close()
  })
})

describe('a merge request from a fork', () => {
  let world: World
  beforeAll(async () => {
    world = await openMergeWorld()
  })
  afterAll(() => world.close())

  it('brings its commits along, and merges', async () => {
    await world.ask(world.owner, 'PUT', `/projects/${world.projectId}`, { visibility: 'internal' })
    await world.ask(world.owner, 'PUT', '/groups/top', { visibility: 'internal' })
    const visible = await world.ask(world.owner, 'PUT', `/projects/${world.projectId}`, { visibility: 'internal' })
    expect(visible.status).toBe(200)
    const forked = await world.ask(world.out, 'POST', `/projects/${world.projectId}/fork`, {})
    expect(forked.status, forked.text).toBe(201)
    const fork = (forked.json as { readonly id: number }).id
    await world.until('the fork', async () => {
      const branch = await world.ask(world.out, 'GET', `/projects/${fork}/repository/branches/main`)
      return branch.status === 200
    })
    const commit = await world.ask(world.out, 'POST', `/projects/${fork}/repository/commits`, {
      branch: 'gift',
      start_branch: 'main',
      commit_message: 'gift',
      actions: [{ action: 'create', file_path: 'gift.txt', content: 'g\n' }],
    })
    expect(commit.status, commit.text).toBe(201)
    const wish = {
      source_branch: 'gift',
      target_branch: 'main',
      title: 'A gift',
      target_project_id: world.projectId,
      allow_collaboration: true,
      reviewer_ids: [world.maint.id],
    }
    const made = await world.ask(world.out, 'POST', `/projects/${fork}/merge_requests`, wish)
    expect(made.status, made.text).toBe(201)
    const shown = made.json as Shown
    expect(shown).toMatchObject({
      project_id: world.projectId,
      target_project_id: world.projectId,
      source_project_id: fork,
      reference: 'top/app!1',
      allow_collaboration: true,
      allow_maintainer_to_push: true,
      sha: (commit.json as { readonly id: string }).id,
      // Outsiders choose nobody.
      reviewers: [],
      user: { can_merge: false },
    })
    expect((await world.settled(shown.iid)).merge_status).toBe('can_be_merged')
    expect(await world.show(shown.iid, '', world.out)).toMatchObject({ first_contribution: true })
    expect((await world.at(world.out, 'PUT', `/merge_requests/${shown.iid}/merge`)).status).toBe(401)
    const merged = await world.at(world.maint, 'PUT', `/merge_requests/${shown.iid}/merge`)
    expect(merged.status, merged.text).toBe(200)
    const tree = await world.at(world.dev, 'GET', '/repository/tree', undefined, 'ref=main')
    expect((tree.json as ReadonlyArray<{ readonly path: string }>).map(({ path }) => path)).toContain('gift.txt')
    const stranger = await world.ask(world.owner, 'POST', '/projects', { name: 'S', path: 's', visibility: 'internal' })
    const elsewhere = { ...wish, target_project_id: (stranger.json as { readonly id: number }).id }
    expect(await world.ask(world.out, 'POST', `/projects/${fork}/merge_requests`, elsewhere)).toMatchObject({
      status: 422,
      json: { message: ['Source project is not a fork of the target project'] },
    })
  })
})

describe('the issues that a merge would close', () => {
  let world: World
  beforeAll(async () => {
    world = await openMergeWorld()
  })
  afterAll(() => world.close())

  it('are those named with a closing word, the forge’s own first, and only on the way into the default branch', async () => {
    const issue = await world.at(world.dev, 'POST', '/issues', { title: 'A bug' })
    expect(issue.status, issue.text).toBe(201)
    await world.commit('fix', { 'fix.txt': 'x\n' }, 'main')
    const made = await world.open('fix', { description: 'Fixes ABC-7 and #1, see #2' })
    const closes = (iid: number) => world.at(world.dev, 'GET', `/merge_requests/${iid}/closes_issues`)
    expect((await closes(made.iid)).json).toMatchObject([{ iid: 1 }])
    const tracker = { url: 'https://tracker.example' }
    expect((await world.at(world.dev, 'PUT', '/integrations/jira', tracker)).status).toBe(403)
    expect((await world.at(world.maint, 'PUT', '/integrations/jira', tracker)).json).toEqual({
      ...{ title: 'Jira', slug: 'jira', active: true, properties: tracker },
    })
    expect((await closes(made.iid)).json).toMatchObject([
      { iid: 1, title: 'A bug', project_id: world.projectId, state: 'opened', changes_count: '1' },
      { id: 'ABC-7', title: 'ABC-7' },
    ])
    await world.at(world.dev, 'POST', '/repository/branches', { branch: 'other', ref: 'main' })
    await world.at(world.dev, 'PUT', `/merge_requests/${made.iid}`, { target_branch: 'other' })
    expect((await closes(made.iid)).json).toEqual([])
    expect((await world.at(world.maint, 'GET', '/integrations/redmine')).status).toBe(404)
    expect((await world.at(world.maint, 'PUT', '/integrations/jira', {})).json).toEqual({ error: 'url is missing' })
    expect((await world.at(world.maint, 'DELETE', '/integrations/jira')).status).toBe(204)
    expect((await world.at(world.maint, 'GET', '/integrations/jira')).status).toBe(404)
  })
})
