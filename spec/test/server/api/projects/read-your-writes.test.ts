import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

describe('what a request causes is there when its answer is', () => {
  let instance: TestInstance
  beforeAll(async () => {
    instance = await openTestInstance()
  })
  afterAll(() => instance.close())

  const post = async (path: string, json: unknown): Promise<Json> => {
    const answered = await instance.ask('POST', `/api/v4${path}`, { as: instance.root, json })
    expect(answered.status, answered.text).toBe(201)
    return answered.json as Json
  }
  const protectedNames = async (id: unknown): Promise<ReadonlyArray<unknown>> => {
    const answered = await instance.ask('GET', `/api/v4/projects/${id}/protected_branches`, { as: instance.root })
    return (answered.json as ReadonlyArray<Json>).map(({ name }) => name)
  }
  const commit = (id: unknown, branch: string, file = 'a.txt') =>
    post(`/projects/${id}/repository/commits`, {
      branch,
      commit_message: 'First',
      actions: [{ action: 'create', file_path: file, content: 'a' }],
    })

  it.each([1, 2, 3])('a new project with a branch has that branch protected (%i)', async (turn) => {
    const { id } = await post('/projects', { name: `with-readme-${turn}`, initialize_with_readme: true })
    expect(await protectedNames(id)).toEqual(['main'])
  })

  it('the first commit of an empty project has its branch protected', async () => {
    const { id } = await post('/projects', { name: 'empty' })
    expect(await protectedNames(id)).toEqual([])
    await commit(id, 'trunk')
    expect(await protectedNames(id)).toEqual(['trunk'])
  })

  it('a fork has its default branch protected', async () => {
    const { id } = await post('/projects', { name: 'origin', initialize_with_readme: true })
    const fork = await post(`/projects/${id}/fork`, { name: 'fork', path: 'fork' })
    expect(await protectedNames(fork['id'])).toEqual(['main'])
  })

  it('a pipeline whose jobs deploy has their deployments', async () => {
    const { id } = await post('/projects', { name: 'deploying', initialize_with_readme: true })
    const content = 'deploy:\n  script: echo\n  environment: production\n'
    await post(`/projects/${id}/repository/commits`, {
      branch: 'main',
      commit_message: 'CI [skip ci]',
      actions: [{ action: 'create', file_path: '.gitlab-ci.yml', content }],
    })
    await post(`/projects/${id}/pipeline`, { ref: 'main' })
    const deployments = await instance.ask('GET', `/api/v4/projects/${id}/deployments`, { as: instance.root })
    expect(deployments.json).toMatchObject([{ environment: { name: 'production' }, status: 'created' }])
  })

  it.each([1, 2, 3])('a branch moved over the API has its merge requests follow (%i)', async (turn) => {
    const { id } = await post('/projects', { name: `moving-${turn}`, initialize_with_readme: true })
    const ask = (method: string, path: string, json?: unknown) =>
      instance.ask(method, `/api/v4/projects/${id}${path}`, {
        as: instance.root,
        json,
      })
    const heads = async (): Promise<ReadonlyArray<unknown>> => {
      const versions = (await ask('GET', '/merge_requests/1/versions')).json as ReadonlyArray<Json>
      return versions.map(({ head_commit_sha }) => head_commit_sha)
    }
    const actions = (file_path: string) => [{ action: 'create', file_path, content: 'b' }]
    const start = { branch: 'feature', start_branch: 'main', commit_message: 'One' }
    const first = await post(`/projects/${id}/repository/commits`, { ...start, actions: actions('one.txt') })
    await post(`/projects/${id}/merge_requests`, { source_branch: 'feature', target_branch: 'main', title: 'Feature' })
    const next = { branch: 'feature', commit_message: 'Two', actions: actions('two.txt') }
    const second = await post(`/projects/${id}/repository/commits`, next)
    expect(await heads()).toEqual([second['id'], first['id']])
    await ask('PUT', '/repository/files/two.txt', { branch: 'feature', content: 'c', commit_message: 'Three' })
    const { json } = await ask('GET', '/repository/branches/feature')
    const third = (json as { readonly commit: Json }).commit['id']
    expect(await heads()).toEqual([third, second['id'], first['id']])
    expect((await ask('GET', '/merge_requests/1')).json).toMatchObject({ sha: third, changes_count: '2' })
    expect((await ask('DELETE', '/repository/branches/feature')).status).toBe(204)
    expect((await ask('GET', '/merge_requests/1')).json).toMatchObject({
      state: 'closed',
      closed_by: { username: 'root' },
    })
  })

  it.each([1, 2, 3, 4, 5])('a merge has its source branch removed and its issues closed (%i)', async (turn) => {
    const { id } = await post('/projects', { name: `merging-${turn}`, initialize_with_readme: true })
    const ask = (method: string, path: string, json?: unknown) =>
      instance.ask(method, `/api/v4/projects/${id}${path}`, {
        as: instance.root,
        json,
      })
    for (const title of ['one', 'two']) await post(`/projects/${id}/issues`, { title })
    const start = { branch: 'feature', start_branch: 'main', commit_message: 'Fixes #2' }
    const actions = [{ action: 'create', file_path: 'b.txt', content: 'b' }]
    await post(`/projects/${id}/repository/commits`, { ...start, actions })
    const request = { source_branch: 'feature', target_branch: 'main', title: 'Feature', description: 'Closes #1' }
    await post(`/projects/${id}/merge_requests`, request)
    const merged = await ask('PUT', '/merge_requests/1/merge', { should_remove_source_branch: true })
    expect(merged.json, merged.text).toMatchObject({ state: 'merged', should_remove_source_branch: true })
    const branch = await ask('GET', '/repository/branches/feature')
    const issues = await ask('GET', '/issues')
    expect(branch.status).toBe(404)
    expect(issues.json).toMatchObject([{ state: 'closed' }, { state: 'closed' }])
  })
})
