import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

let world: TestInstance
const get = async (path: string, as: string | undefined = world.root, query = 'statistics=true') => {
  const { json } = await world.ask('GET', `/api/v4${path}`, { as, query })
  return json as Json
}

beforeAll(async () => {
  world = await openTestInstance()
  const json = { name: 'p', initialize_with_readme: true, default_branch: 'main', visibility: 'public' }
  await world.ask('POST', '/api/v4/projects', { as: world.root, json })
  await world.ask('POST', '/api/v4/projects', { as: world.root, json: { name: 'empty' } })
  const path = '/api/v4/projects/1/packages/generic/thing/1.0/file.bin'
  await world.ask('PUT', path, { as: world.root, bytes: Buffer.alloc(1234) })
})
afterAll(() => world.close())

it('a project tells how much there is in it, where that is asked', async () => {
  const { statistics } = await get('/projects/1')
  const { repository_size: repository } = statistics as { readonly repository_size: number }
  expect(repository).toBeGreaterThan(0)
  expect(statistics).toEqual({
    commit_count: 1,
    storage_size: repository + 1234,
    repository_size: repository,
    wiki_size: 0,
    lfs_objects_size: 0,
    job_artifacts_size: 0,
    pipeline_artifacts_size: 0,
    packages_size: 1234,
    snippets_size: 0,
    uploads_size: 0,
  })
  expect((await get('/projects/2'))['statistics']).toMatchObject({ commit_count: 0, packages_size: 0 })
  expect(await get('/projects/1', world.root, '')).not.toHaveProperty('statistics')
})

it.each(['', '&pagination=keyset&order_by=id'])('so does each project of a list%s', async (paged) => {
  const list = (await get('/projects', world.root, `statistics=true${paged}`)) as unknown as ReadonlyArray<Json>
  expect(list.map(({ id, statistics }) => [id, (statistics as Json)['commit_count']])).toEqual([
    [2, 0],
    [1, 1],
  ])
  const plain = (await get('/projects', world.root, paged)) as unknown as ReadonlyArray<Json>
  expect(plain.some((one) => 'statistics' in one)).toBe(false)
})

it('it is for reporters and above', async () => {
  const guest = await world.person('guest')
  const add = (access_level: number) =>
    world.ask('POST', '/api/v4/projects/1/members', { as: world.root, json: { user_id: guest.id, access_level } })
  for (const asked of [guest.token, undefined]) {
    const shown = await world.ask('GET', '/api/v4/projects/1', { as: asked, query: 'statistics=true' })
    expect([shown.status, 'statistics' in (shown.json as Json)]).toEqual([200, false])
  }
  await add(20)
  expect(await get('/projects/1', guest.token)).toHaveProperty('statistics')
})

it('so does each group of a list, for administrators, of the projects right in it', async () => {
  const post = async (path: string, json: object) =>
    (await world.ask('POST', `/api/v4${path}`, { as: world.root, json })).json as { readonly id: number }
  const { id } = await post('/groups', { name: 'Top', path: 'top', visibility: 'public' })
  const below = await post('/groups', { name: 'Below', path: 'below', parent_id: id, visibility: 'public' })
  for (const [namespace_id, name] of [
    [id, 'a'],
    [id, 'b'],
    [below.id, 'c'],
  ] as const) {
    const project = await post('/projects', { name, namespace_id })
    const path = `/api/v4/projects/${project.id}/packages/generic/thing/1.0/file.bin`
    await world.ask('PUT', path, { as: world.root, bytes: Buffer.alloc(100) })
  }
  const sizes = async (path: string, query?: string) =>
    ((await get(path, world.root, query)) as unknown as ReadonlyArray<Json>).map(({ name, statistics }) => [
      name,
      (statistics as Json | undefined)?.['packages_size'],
    ])
  expect(await sizes('/groups')).toEqual([
    ['Below', 100],
    ['Top', 200],
  ])
  for (const list of ['subgroups', 'descendant_groups'])
    expect(await sizes(`/groups/top/${list}`)).toEqual([['Below', 100]])
  expect(await sizes('/groups', '')).toEqual([
    ['Below', undefined],
    ['Top', undefined],
  ])
  const dev = await world.person('reader')
  const seen = (await get('/groups', dev.token, 'statistics=true&all_available=true')) as unknown as ReadonlyArray<Json>
  expect(seen.map((one) => 'statistics' in one)).toEqual([false, false])
})
