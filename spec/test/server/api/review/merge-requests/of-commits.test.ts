import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import * as programs from '@forgefold/spec/programs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PROJECT = '/api/v4/projects/1'

describe.runIf(programs.need('git'))('the merge requests of a commit', () => {
  let world: TestInstance
  beforeAll(async () => {
    world = await openTestInstance()
    await ask('POST', '/api/v4/projects', {
      name: 'app',
      visibility: 'public',
      initialize_with_readme: true,
      default_branch: 'main',
    })
  })
  afterAll(() => world.close())

  const ask = async (method: string, path: string, json?: unknown) => {
    const answered = await world.ask(method, path, { as: world.root, json })
    expect([path, answered.status < 400]).toEqual([path, true])
    return answered.json as { readonly id: string; readonly merge_commit_sha: string }
  }

  const commit = (branch: string, start_branch: string, file: string) =>
    ask('POST', `${PROJECT}/repository/commits`, {
      branch,
      start_branch,
      commit_message: file,
      actions: [{ action: 'create', file_path: file, content: file }],
    })

  const request = (source_branch: string) =>
    ask('POST', `${PROJECT}/merge_requests`, { source_branch, target_branch: 'main', title: source_branch })

  const of = async (sha: string): Promise<ReadonlyArray<number>> =>
    (
      (await ask('GET', `${PROJECT}/repository/commits/${sha}/merge_requests`)) as unknown as ReadonlyArray<{
        iid: number
      }>
    )
      .map(({ iid }) => iid)
      .sort()

  it('are those that brought it or were merged as it, not those that began after it', async () => {
    const first = await commit('one', 'main', 'a.txt')
    await request('one')
    expect(await of(first.id)).toEqual([1])
    const merged = await ask('PUT', `${PROJECT}/merge_requests/1/merge`, {})
    expect(await of(first.id)).toEqual([1])
    expect(await of(merged.merge_commit_sha)).toEqual([1])
    const second = await commit('two', 'main', 'b.txt')
    await request('two')
    expect(await of(second.id)).toEqual([2])
    expect(await of(first.id)).toEqual([1])
    const both = await commit('three', 'two', 'c.txt')
    await request('three')
    expect(await of(second.id)).toEqual([2, 3])
    expect(await of(both.id)).toEqual([3])
    const all = (await world.ask('GET', `${PROJECT}/repository/commits`, { as: world.root })).json
    const root = (all as ReadonlyArray<{ id: string; parent_ids: ReadonlyArray<string> }>).find(
      ({ parent_ids }) => parent_ids.length === 0,
    )
    expect(await of(root?.id ?? '')).toEqual([])
  })

  it('are nothing where there is no such commit', async () => {
    const answered = await world.ask('GET', `${PROJECT}/repository/commits/${'0'.repeat(40)}/merge_requests`)
    expect([answered.status, answered.json]).toEqual([404, { message: '404 Commit Not Found' }])
  })
})
