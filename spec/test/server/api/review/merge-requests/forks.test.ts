import { mergeRequest } from '@forgefold/core/domains/review/merge-request'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMergeWorld, type Shown, type World } from './world.js'

const CI = `test:
  script: echo
  rules:
    - if: $CI_PIPELINE_SOURCE == 'merge_request_event'
`

interface Project {
  readonly id: number
}

describe('a merge request from a fork', () => {
  let world: World
  let iid: number
  let fork: number
  let sha: string
  const at = () => `/merge_requests/${iid}`

  beforeAll(async () => {
    world = await openMergeWorld()
    await world.ask(world.owner, 'PUT', '/groups/top', { visibility: 'public' })
    await world.at(world.owner, 'PUT', '', { visibility: 'public' })
    await world.commit('main', { '.gitlab-ci.yml': CI })
    fork = ((await world.at(world.out, 'POST', '/fork', {})).json as Project).id
    await world.until('the fork', async () => {
      const { json } = await world.ask(world.out, 'GET', `/projects/${fork}`)
      return (json as { readonly default_branch: string | null }).default_branch !== null
    })
    const actions = [{ action: 'create', file_path: 'gift.txt', content: 'gift' }]
    const commit = { branch: 'gift', start_branch: 'main', commit_message: 'Gift', actions }
    const made = await world.ask(world.out, 'POST', `/projects/${fork}/repository/commits`, commit)
    expect(made.status, made.text).toBe(201)
    sha = (made.json as { readonly id: string }).id
    const wish = { source_branch: 'gift', target_branch: 'main', title: 'Gift', target_project_id: world.projectId }
    const opened = await world.ask(world.out, 'POST', `/projects/${fork}/merge_requests`, wish)
    expect(opened.status, opened.text).toBe(201)
    iid = (opened.json as Shown).iid
  })
  afterAll(() => world.close())

  it('has a pipeline in the parent when one who may run pipelines there asks', async () => {
    const made = await world.at(world.dev, 'POST', `${at()}/pipelines`)
    expect(made.status, made.text).toBe(200)
    expect(made.json).toMatchObject({
      project_id: world.projectId,
      sha,
      ref: `refs/merge-requests/${iid}/head`,
      source: 'merge_request_event',
    })
    const { id } = made.json as Project
    expect((await world.show(iid)).head_pipeline).toMatchObject({ id, project_id: world.projectId })
    const listed = await world.at(world.dev, 'GET', `${at()}/pipelines`)
    expect(listed.json).toContainEqual(expect.objectContaining({ id, project_id: world.projectId }))
  })
  it('has one in the fork when its author asks, and none for others', async () => {
    const made = await world.at(world.out, 'POST', `${at()}/pipelines`)
    expect(made.status, made.text).toBe(200)
    expect(made.json).toMatchObject({ project_id: fork, sha })
    const refused = await world.at(world.guest, 'POST', `${at()}/pipelines`)
    expect([refused.status, refused.json]).toEqual([
      400,
      { message: { base: ['Insufficient permissions to create a new pipeline'] } },
    ])
  })
  it('cannot be merged any more when the fork is gone, and can be closed', async () => {
    const { id, merge_status } = await world.settled(iid)
    expect(merge_status).toBe('can_be_merged')
    const { forge, context } = world.instance
    const target = forge.read.repositories.ref(world.projectId, 'refs/heads/main') ?? null
    const checked = { head: sha, target }
    await forge.aggregates.execute(mergeRequest, id, { type: 'StartCheck', ...checked }, context())
    expect((await world.ask(world.out, 'DELETE', `/projects/${fork}`)).status).toBe(202)
    await world.until('the fork is gone', async () => {
      const { json } = await world.at(world.dev, 'GET', '/merge_requests')
      return (json as ReadonlyArray<Shown>)[0]?.['source_project_id'] === null
    })
    // A check that was under way says what it has found.
    const found = { type: 'FinishCheck', ...checked, mergeable: true, mergeRef: sha } as const
    await forge.aggregates.execute(mergeRequest, id, found, context())
    expect((await world.show(iid)).merge_status).not.toBe('can_be_merged')
    await world.until('the end of the fork', async () => (await world.show(iid)).merge_status === 'cannot_be_merged')
    expect(await world.show(iid)).toMatchObject({
      state: 'opened',
      source_project_id: null,
      merge_status: 'cannot_be_merged',
      has_conflicts: true,
      sha,
    })
    const list = await world.at(world.dev, 'GET', '/merge_requests')
    expect(list.json).toMatchObject([{ iid, source_project_id: null, merge_status: 'cannot_be_merged' }])
    expect((await world.at(world.maint, 'PUT', `${at()}/merge`)).status).toBe(405)
    const ref = await world.at(world.dev, 'GET', `${at()}/merge_ref`)
    expect([ref.status, ref.json]).toEqual([400, { message: 'Merge request is not mergeable' }])
    const rebase = await world.at(world.maint, 'PUT', `${at()}/rebase`)
    expect([rebase.status, rebase.json]).toEqual([403, { message: '403 Forbidden - Source branch does not exist' }])
    expect((await world.at(world.dev, 'PUT', at(), { title: 'Gift of old' })).status).toBe(200)
    const closed = await world.at(world.dev, 'PUT', at(), { state_event: 'close' })
    expect(closed.json).toMatchObject({ state: 'closed', title: 'Gift of old' })
    for (const path of ['/commits', '/changes', '/versions', '/pipelines', '/participants', '/closes_issues'])
      expect([path, (await world.at(world.dev, 'GET', at() + path)).status]).toEqual([path, 200])
    const kept = await world.at(world.dev, 'PUT', at(), { target_branch: 'other', remove_source_branch: true })
    expect(kept.json).toMatchObject({ target_branch: 'main' })
    const reopened = await world.at(world.dev, 'PUT', at(), { state_event: 'reopen' })
    expect([reopened.status, (reopened.json as Shown).state]).toEqual([200, 'closed'])
    const acted = await world.at(world.dev, 'POST', `${at()}/notes`, { body: '/reopen' })
    expect(JSON.stringify(acted.json)).not.toContain('Reopened')
  })
})
