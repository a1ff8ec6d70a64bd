import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type Shown, type World } from './world.js'

interface CommitShown {
  readonly id: string
  readonly message: string
  readonly parent_ids: ReadonlyArray<string>
  readonly author_name: string
  readonly committer_name: string
}

describe('merging', () => {
  let world: World
  beforeAll(async () => {
    world = await openMergeWorld()
  })
  afterAll(() => world.close())

  const merge = (iid: number, json: object = {}, who = world.maint) =>
    world.at(who, 'PUT', `/merge_requests/${iid}/merge`, json)
  const commitOf = async (id: string | null): Promise<CommitShown> =>
    (await world.at(world.dev, 'GET', `/repository/commits/${id}`)).json as CommitShown
  const headOf = async (branch: string): Promise<string | undefined> =>
    (
      (await world.at(world.dev, 'GET', `/repository/branches/${encodeURIComponent(branch)}`)).json as {
        readonly commit?: { readonly id: string }
      }
    ).commit?.id
  const setting = (json: object) => world.ask(world.owner, 'PUT', `/projects/${world.projectId}`, json)
  let count = 0
  const proposal = async (more: object = {}): Promise<Shown> => {
    const name = `p${++count}`
    await world.commit(name, { [`${name}.txt`]: 'x\n' }, 'main')
    const made = await world.open(name, more)
    await world.settled(made.iid)
    return made
  }

  it('makes a commit with both heads as parents, in the name of who merges', async () => {
    const tracker = { project_url: 'https://tracker.example', issues_url: 'https://tracker.example/:id' }
    await world.at(world.maint, 'PUT', '/integrations/custom-issue-tracker', tracker)
    const request = await proposal({ title: 'Fine', description: 'Closes ABC-1' })
    const before = await headOf('main')
    const merged = await merge(request.iid)
    expect(merged.status).toBe(200)
    const shown = merged.json as Shown
    expect(shown).toMatchObject({
      state: 'merged',
      merged_by: { id: world.maint.id },
      merge_user: { id: world.maint.id },
      merged_at: '2022-08-22T12:00:00.000Z',
      closed_by: null,
      merge_error: null,
      squash_commit_sha: null,
      diverged_commits_count: 1,
    })
    const commit = await commitOf(shown.merge_commit_sha)
    expect(commit.parent_ids).toEqual([before, request.sha])
    expect(commit.message).toBe(
      `Merge branch 'p1' into 'main'\n\nFine\n\nCloses ABC-1\n\nSee merge request top/app!${request.iid}`,
    )
    expect(commit.author_name).toBe(commit.committer_name)
    expect(await headOf('main')).toBe(shown.merge_commit_sha)
    // The branch stays: nobody asked for its end.
    expect(await headOf('p1')).toBe(request.sha)
    expect((await merge(request.iid)).status).toBe(405)
  })

  it('checks in the documented order', async () => {
    const request = await proposal()
    expect(await merge(request.iid, {}, world.guest)).toMatchObject({ status: 404 })
    expect(await merge(request.iid, { sha: 'd'.repeat(40) })).toMatchObject({
      status: 409,
      json: { message: `SHA does not match HEAD of source branch: ${request.sha}` },
    })
    await world.at(world.dev, 'PUT', `/merge_requests/${request.iid}`, { title: 'Draft: no' })
    expect(await merge(request.iid, { sha: 'd'.repeat(40) })).toMatchObject({
      status: 405,
      json: { message: '405 Method Not Allowed' },
    })
    expect(await merge(9999)).toMatchObject({ status: 404, json: { message: '404 Not found' } })
    await world.at(world.dev, 'PUT', `/merge_requests/${request.iid}`, { state_event: 'close', title: 'x' })
    expect((await merge(request.iid)).status).toBe(405)
  })

  it('finds conflicts, before and at the moment of the merge', async () => {
    await world.commit('left', { 'same.txt': 'left\n' }, 'main')
    await world.commit('right', { 'same.txt': 'right\n' }, 'main')
    const left = await world.open('left')
    const right = await world.open('right')
    await world.settled(left.iid)
    expect((await world.settled(right.iid)).merge_status).toBe('can_be_merged')
    expect((await merge(left.iid)).status).toBe(200)
    expect(await merge(right.iid)).toMatchObject({ status: 422, json: { message: 'Branch cannot be merged' } })
    expect(await world.settled(right.iid)).toMatchObject({ merge_status: 'cannot_be_merged', has_conflicts: true })
    expect((await merge(right.iid)).status).toBe(405)
    expect(await world.at(world.dev, 'GET', `/merge_requests/${right.iid}/merge_ref`)).toMatchObject({
      status: 400,
      json: { message: 'Merge request is not mergeable' },
    })
  })

  it('squashes where there is something to squash', async () => {
    await world.commit('sq', { a: '1\n' }, 'main')
    await world.commit('sq', { b: '2\n' })
    const request = await world.open('sq', { title: 'Squashed title' })
    await world.settled(request.iid)
    const shown = (await merge(request.iid, { squash: true })).json as Shown
    const squash = await commitOf(shown.squash_commit_sha)
    expect(squash.message.trim()).toBe('Squashed title')
    expect([squash.author_name, squash.committer_name]).toEqual(['dev', 'maint'])
    expect((await commitOf(shown.merge_commit_sha)).parent_ids[1]).toBe(shown.squash_commit_sha)
    const single = await proposal({ squash: true })
    expect(((await merge(single.iid)).json as Shown).squash_commit_sha).toBeNull()
    const worded = await proposal({ squash: true })
    const other = (await merge(worded.iid, { squash_commit_message: 'Words', merge_commit_message: 'Mine' }))
      .json as Shown
    expect((await commitOf(other.squash_commit_sha)).message.trim()).toBe('Words')
    expect((await commitOf(other.merge_commit_sha)).message.trim()).toBe('Mine')
  })

  it('goes straight ahead where the project wants that, and only on top', async () => {
    await setting({ merge_method: 'ff' })
    const [first, second] = [await proposal(), await proposal()]
    const shown = (await merge(first.iid)).json as Shown
    expect(shown.merge_commit_sha).toBeNull()
    expect(await headOf('main')).toBe(first.sha)
    expect(await merge(second.iid)).toMatchObject({ status: 422, json: { message: 'Branch cannot be merged' } })
    expect((await world.at(world.dev, 'PUT', `/merge_requests/${second.iid}/rebase`)).status).toBe(202)
    const rebased = await world.until('the rebase', async () => {
      const now = await world.show(second.iid, 'include_rebase_in_progress=true&include_diverged_commits_count=true')
      return now['rebase_in_progress'] === false && now
    })
    expect(rebased).toMatchObject({ merge_error: null, diverged_commits_count: 0 })
    expect(rebased.sha).not.toBe(second.sha)
    const squashed = (await merge(second.iid, { squash: true, squash_commit_message: 'one' })).json as Shown
    expect(squashed.state).toBe('merged')
    expect(await headOf('main')).toBe(squashed.squash_commit_sha)
    await setting({ merge_method: 'rebase_merge' })
    const [third, fourth] = [await proposal(), await proposal()]
    expect(((await merge(third.iid)).json as Shown).merge_commit_sha).not.toBeNull()
    expect((await merge(fourth.iid)).status).toBe(422)
    await setting({ merge_method: 'merge' })
  })

  it('rebases without a pipeline where that is wanted: the push of the result is noted as skipped', async () => {
    await world.commit('main', { '.gitlab-ci.yml': 'build:\n  script: make\n' })
    const newest = async (query: string) =>
      ((await world.at(world.dev, 'GET', '/pipelines', undefined, query)).json as ReadonlyArray<Shown>)[0]
    for (const [name, skip_ci, status] of [
      ['loud', false, 'pending'],
      ['quiet', true, 'skipped'],
    ] as const) {
      await world.commit(name, { [`${name}.txt`]: '1\n' }, 'main')
      const request = await world.open(name)
      await world.commit('main', { [`${name}-beside.txt`]: '1\n' })
      const asked = await world.at(world.dev, 'PUT', `/merge_requests/${request.iid}/rebase`, { skip_ci })
      expect(asked.status).toBe(202)
      const sha = await world.until('the rebase', async () => {
        const now = await world.show(request.iid, 'include_rebase_in_progress=true')
        return now['rebase_in_progress'] === false && now.sha !== request.sha && now.sha
      })
      const made = await world.until('the pipeline of the result', () => newest(`sha=${sha}`))
      expect(made).toMatchObject({ ref: name, source: 'push', status })
      const commit = (await world.at(world.dev, 'GET', `/repository/commits/${sha}`)).json
      expect(commit).toMatchObject({ status, last_pipeline: { id: made.id, sha, ref: name, status } })
      await world.at(world.dev, 'PUT', `/merge_requests/${request.iid}`, { state_event: 'close' })
    }
    await world.commit('main', { '.gitlab-ci.yml': null })
  })

  it('tells why a rebase failed', async () => {
    await world.commit('ours', { 'fight.txt': 'ours\n' }, 'main')
    const request = await world.open('ours')
    await world.commit('main', { 'fight.txt': 'theirs\n' })
    const rebase = () => world.at(world.dev, 'PUT', `/merge_requests/${request.iid}/rebase`, { skip_ci: true })
    expect(await rebase()).toMatchObject({ status: 202, json: { rebase_in_progress: true } })
    const failed = await world.until('the failure', async () => {
      const now = await world.show(request.iid, 'include_rebase_in_progress=true')
      return now['rebase_in_progress'] === false && now['has_conflicts'] === true && now
    })
    expect(failed.merge_error).toBe('Rebase failed: Rebase locally, resolve all conflicts, then push the branch.')
    expect(failed.sha).toBe(request.sha)
    expect((await world.at(world.guest, 'PUT', `/merge_requests/${request.iid}/rebase`)).status).toBe(404)
    await world.at(world.dev, 'PUT', `/merge_requests/${request.iid}`, { state_event: 'close' })
    expect((await rebase()).status).toBe(409)
    expect((await world.show(request.iid)).merge_error).toBeNull()
  })

  it('merges what the check tried, and tries anew where the target has moved since', async () => {
    const tree = async (commit: string | null) =>
      (
        (await world.at(world.dev, 'GET', `/repository/tree`, undefined, `ref=${commit}&recursive=true&per_page=100`))
          .json as ReadonlyArray<{ readonly path: string }>
      ).map(({ path }) => path)
    const [tried, moved] = [await proposal(), await proposal()]
    for (const { iid } of [tried, moved]) await world.settled(iid)
    const first = (await merge(tried.iid)).json as Shown
    const second = (await merge(moved.iid)).json as Shown
    const files = [`${tried['source_branch']}.txt`, `${moved['source_branch']}.txt`]
    expect(await tree(first.merge_commit_sha)).toContain(files[0])
    expect(await tree(second.merge_commit_sha)).toEqual(expect.arrayContaining(files))
  })

  it('removes the source branch where that is wanted, and sends on who wanted to get in', async () => {
    await world.commit('gone', { 'gone.txt': '1\n' }, 'main')
    await world.commit('upon', { 'upon.txt': '1\n' }, 'gone')
    const gone = await world.open('gone', { remove_source_branch: true })
    const upon = (
      await world.at(world.dev, 'POST', '/merge_requests', { source_branch: 'upon', target_branch: 'gone', title: 'u' })
    ).json as Shown
    await world.settled(gone.iid)
    expect((await merge(gone.iid)).status).toBe(200)
    await world.until('the branch to go', async () => (await headOf('gone')) === undefined)
    expect(await world.show(gone.iid)).toMatchObject({ state: 'merged', sha: gone.sha })
    expect(await world.show(upon.iid)).toMatchObject({ state: 'opened', target_branch: 'main' })
    const kept = await proposal({ remove_source_branch: true })
    expect((await merge(kept.iid, { should_remove_source_branch: false })).json).toMatchObject({
      should_remove_source_branch: false,
      force_remove_source_branch: true,
    })
    expect(await headOf(kept['source_branch'] as string)).toBe(kept.sha)
  })

  it('waits for the pipeline', async () => {
    const request = await proposal()
    const report = (state: string) =>
      world.at(world.maint, 'POST', `/statuses/${request.sha}`, {
        state,
        name: 'ext',
        ref: request['source_branch'],
      })
    const later = { merge_when_pipeline_succeeds: true }
    expect((await merge(request.iid, later)).status).toBe(405)
    const cancel = (who = world.maint) =>
      world.at(who, 'POST', `/merge_requests/${request.iid}/cancel_merge_when_pipeline_succeeds`)
    expect((await cancel()).status).toBe(406)
    expect((await report('running')).status).toBe(201)
    const armed = await merge(request.iid, { ...later, should_remove_source_branch: true })
    expect(armed.json).toMatchObject({
      state: 'opened',
      merge_when_pipeline_succeeds: true,
      merge_user: { id: world.maint.id },
      should_remove_source_branch: true,
      head_pipeline: { status: 'running' },
    })
    const canceled = await cancel()
    expect([canceled.status, (canceled.json as Shown).merge_when_pipeline_succeeds]).toEqual([201, false])
    expect(canceled.json).toMatchObject({ merge_user: null, should_remove_source_branch: null })
    await merge(request.iid, later)
    expect((await report('success')).status).toBe(201)
    const merged = await world.until('the merge', async () => {
      const now = await world.show(request.iid)
      return now.state === 'merged' && now
    })
    expect(merged).toMatchObject({ merge_when_pipeline_succeeds: true, merged_by: { id: world.maint.id } })
    expect((await cancel()).status).toBe(405)
  })

  it('waits no longer when the branch moves', async () => {
    const request = await proposal()
    const status = { state: 'running', name: 'ext', ref: request['source_branch'] }
    await world.at(world.maint, 'POST', `/statuses/${request.sha}`, status)
    expect((await merge(request.iid, { merge_when_pipeline_succeeds: true })).status).toBe(200)
    await world.commit(request['source_branch'] as string, { more: 'm\n' })
    const now = await world.until('the end of waiting', async () => {
      const shown = await world.show(request.iid)
      return shown.merge_when_pipeline_succeeds === false && shown
    })
    expect(now.state).toBe('opened')
  })

  it('holds the rule of the project about pipelines', async () => {
    await setting({ only_allow_merge_if_pipeline_succeeds: true })
    const request = await proposal()
    expect((await merge(request.iid)).status).toBe(405)
    const status = { state: 'success', name: 'ext', ref: request['source_branch'] }
    await world.at(world.maint, 'POST', `/statuses/${request.sha}`, status)
    expect((await merge(request.iid)).status).toBe(200)
    await setting({ only_allow_merge_if_pipeline_succeeds: false })
  })

  it('merges many into one branch at once, and loses none', async () => {
    const requests = [await proposal(), await proposal(), await proposal(), await proposal()]
    const answers = await Promise.all(requests.map(({ iid }) => merge(iid)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const tree = await world.at(world.dev, 'GET', '/repository/tree', undefined, 'ref=main&per_page=100')
    const names = (tree.json as ReadonlyArray<{ readonly path: string }>).map(({ path }) => path)
    for (const request of requests) expect(names).toContain(`${request['source_branch'] as string}.txt`)
  })
})

describe('what pushes do to merge requests', () => {
  let world: World
  beforeAll(async () => {
    world = await openMergeWorld()
  })
  afterAll(() => world.close())

  it('makes a new version, looks for conflicts again and follows the head', async () => {
    await world.commit('one', { a: '1\n' }, 'main')
    const made = await world.open('one')
    await world.settled(made.iid)
    world.instance.clock.advance(1000)
    const head = await world.commit('one', { b: '2\n' })
    const moved = await world.until('the new head', async () => {
      const now = await world.show(made.iid)
      return now.sha === head && now
    })
    expect(moved.changes_count).toBe('2')
    const versions = await world.at(world.dev, 'GET', `/merge_requests/${made.iid}/versions`)
    const [newest, first] = versions.json as ReadonlyArray<{ readonly id: number; readonly head_commit_sha: string }>
    expect([newest?.head_commit_sha, first?.head_commit_sha]).toEqual([head, made.sha])
    const whole = await world.at(world.dev, 'GET', `/merge_requests/${made.iid}/versions/${newest?.id}`)
    expect(whole.json).toMatchObject({
      merge_request_id: made.id,
      state: 'collected',
      real_size: '2',
      commits: [{ id: head, short_id: head.slice(0, 8), parent_ids: [] }, { id: made.sha }],
      diffs: [
        { new_path: 'a', new_file: true, a_mode: '0', b_mode: '100644', diff: '@@ -0,0 +1 @@\n+1\n' },
        { new_path: 'b' },
      ],
    })
  })

  it('is closed by the end of its branch', async () => {
    await world.commit('end', { e: '1\n' }, 'main')
    const made = await world.open('end')
    await world.at(world.dev, 'DELETE', '/repository/branches/end')
    const closed = await world.until('closing', async () => {
      const now = await world.show(made.iid)
      return now.state === 'closed' && now
    })
    expect(closed).toMatchObject({ sha: made.sha, closed_by: { id: world.dev.id } })
  })

  it('is unchecked when the target moves, and merged when its commits get there by themselves', async () => {
    const head = await world.commit('hand', { h: '1\n' }, 'main')
    const made = await world.open('hand')
    await world.settled(made.iid)
    await world.commit('main', { other: 'o\n' })
    const list = await world.at(world.dev, 'GET', '/merge_requests', undefined, `iids[]=${made.iid}`)
    expect((list.json as ReadonlyArray<Shown>)[0]?.merge_status).toBe('unchecked')
    // Brought in by another request's merge.
    await world.commit('ship', { s: '1\n' }, 'hand')
    const ship = await world.open('ship')
    await world.settled(ship.iid)
    const merged = (await world.at(world.maint, 'PUT', `/merge_requests/${ship.iid}/merge`)).json as Shown
    const byHand = await world.until('the merge', async () => {
      const now = await world.show(made.iid)
      return now.state === 'merged' && now
    })
    expect(byHand).toMatchObject({ sha: head, merge_commit_sha: merged.merge_commit_sha })
  })

  it('becomes a draft by a commit that announces a rewrite', async () => {
    await world.commit('fix', { f: '1\n' }, 'main')
    const made = await world.open('fix')
    const body = {
      branch: 'fix',
      commit_message: 'fixup! change f',
      actions: [{ action: 'create', file_path: 'g', content: 'g' }],
    }
    await world.at(world.dev, 'POST', '/repository/commits', body)
    await world.until('the draft', async () => (await world.show(made.iid))['draft'] === true)
  })
})
