import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

describe('the limit of pipelines for one commit', () => {
  let instance: TestInstance
  let path: string
  const post = (to: string, json: unknown, as = instance.root) => instance.ask('POST', `/api/v4${to}`, { as, json })
  const limitTo = async (pipeline_limit_per_project_user_sha: number): Promise<void> => {
    const json = { pipeline_limit_per_project_user_sha }
    expect(await instance.ask('PUT', '/api/v4/application/settings', { as: instance.root, json })).toMatchObject({
      status: 200,
    })
  }
  const run = (ref: string) => post(path, { ref })

  beforeAll(async () => {
    instance = await openTestInstance()
    const project = await post('/projects', { name: 'p', initialize_with_readme: true })
    const { id } = project.json as { readonly id: number }
    path = `/projects/${id}/pipeline`
    const content = 'test:\n  script: echo\n  rules:\n    - if: $CI_PIPELINE_SOURCE != "push"\n'
    const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content }]
    const commits = `/projects/${id}/repository/commits`
    expect((await post(commits, { branch: 'main', commit_message: 'CI', actions })).status).toBe(201)
    const more = [{ action: 'create', file_path: 'more.txt', content: 'more\n' }]
    const other = { branch: 'other', start_branch: 'main', commit_message: 'More', actions: more }
    expect((await post(commits, other)).status).toBe(201)
  })
  afterAll(() => instance.close())

  it('refuses one more within a minute, of that commit only', async () => {
    await limitTo(2)
    const first = await run('main')
    expect(first.status, first.text).toBe(201)
    instance.clock.advance(30_000)
    expect((await run('main')).status).toBe(201)
    expect(await run('main')).toMatchObject({
      status: 429,
      json: { message: { error: 'This endpoint has been requested too many times. Try again later.' } },
    })
    expect((await run('other')).status).toBe(201)
    instance.clock.advance(30_000)
    expect((await run('main')).status).toBe(201)
    expect((await run('main')).status).toBe(429)
  })

  it('counts what is asked for in a merge request', async () => {
    await limitTo(0)
    const requests = path.replace(/pipeline$/, 'merge_requests')
    const opened = await post(requests, { source_branch: 'other', target_branch: 'main', title: 'More' })
    expect(opened.status, opened.text).toBe(201)
    const { iid } = opened.json as { readonly iid: number }
    const own = () => instance.ask('GET', `/api/v4${requests}/${iid}/pipelines`, { as: instance.root })
    // The pipeline that opening leads to is of this moment, and comes behind the answer.
    await vi.waitFor(async () => expect((await own()).json).toHaveLength(1), { timeout: 60_000 })
    instance.clock.advance(60_000)
    await limitTo(1)
    const ask = async () => (await post(`${requests}/${iid}/pipelines`, {})).status
    expect(await ask()).toBe(200)
    expect(await ask()).toBe(429)
  })

  it('counts by when they were made, whatever their numbers', async () => {
    await limitTo(0)
    const branch = 'late'
    const actions = [{ action: 'create', file_path: 'late.txt', content: 'late\n' }]
    const commits = path.replace(/pipeline$/, 'repository/commits')
    expect((await post(commits, { branch, start_branch: 'main', commit_message: 'Late', actions })).status).toBe(201)
    expect((await run('late')).status).toBe(201)
    // What a reactor makes late is of the moment that it hears of, with a number of its own.
    instance.clock.advance(-120_000)
    expect((await run('late')).status).toBe(201)
    instance.clock.advance(120_000)
    await limitTo(1)
    expect((await run('late')).status).toBe(429)
  })

  it('is none at 0', async () => {
    await limitTo(0)
    expect((await run('main')).status).toBe(201)
  })
})
