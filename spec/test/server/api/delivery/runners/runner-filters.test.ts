import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

const API = '/api/v4'

let world: TestInstance
/** Runners that were given the tags `ruby` and `linux`. */
const tagged = new Set<unknown>()
let runner: Json

const ask = (method: string, path: string, asked: { readonly json?: Json; readonly query?: string } = {}) =>
  world.ask(method, `${API}${path}`, { as: world.root, ...asked })
const must = async (method: string, path: string, json?: Json): Promise<Json> => {
  const { status, json: answer, text } = await ask(method, path, json === undefined ? {} : { json })
  expect(status, `${method} ${path}: ${text}`).toBeLessThan(300)
  return answer as Json
}
const list = async (path: string, query: string): Promise<ReadonlyArray<Json>> => {
  const { status, json, text } = await ask('GET', path, { query })
  expect(status, `${path}?${query}: ${text}`).toBe(200)
  return json as ReadonlyArray<Json>
}

beforeAll(async () => {
  world = await openTestInstance({ release: '15.11' })
  await must('POST', '/groups', { name: 'team', path: 'team' })
  const group = await must('GET', '/groups/team')
  await must('POST', '/projects', { name: 'app', namespace_id: group['id'] })
  const tokens = [
    (await must('GET', '/projects/1'))['runners_token'],
    group['runners_token'],
    (await must('POST', '/runners/reset_registration_token'))['token'],
  ]
  for (const token of tokens) {
    runner = await must('POST', '/runners', { token })
    await must('POST', '/runners', { token, active: false })
    tagged.add((await must('POST', '/runners', { token, tag_list: 'ruby,linux' }))['id'])
  }
  const content = 'test:\n  script: [echo]\nlint:\n  script: [echo]\n'
  const actions = [{ action: 'create', file_path: '.gitlab-ci.yml', content }]
  await must('POST', '/projects/1/repository/commits', { branch: 'main', commit_message: 'ci', actions })
})
afterAll(() => world.close())

const ids = (rows: ReadonlyArray<Json>): ReadonlyArray<unknown> => rows.map(({ id }) => id)

describe.each(['/runners', '/runners/all', '/projects/1/runners', '/groups/team/runners'])('GET %s', (path) => {
  const types = path.startsWith('/groups') ? ['group_type', 'instance_type'] : ['project_type', 'group_type']

  it.each(types)('lists those of the type %s', async (type) => {
    const all = await list(path, 'per_page=100')
    const found = await list(path, `type=${type}&per_page=100`)
    expect(ids(found)).toEqual(ids(all.filter((one) => one['runner_type'] === type)))
  })

  it.each(['true', 'false'])('lists those that are paused: %s', async (paused) => {
    const all = await list(path, 'per_page=100')
    const found = await list(path, `paused=${paused}&per_page=100`)
    expect(found.length).toBeGreaterThan(0)
    expect(ids(found)).toEqual(ids(all.filter((one) => String(one['paused']) === paused)))
  })

  it('lists those of a status', async () => {
    const all = await list(path, 'per_page=100')
    expect(ids(await list(path, 'status=paused&per_page=100'))).toEqual(ids(all.filter(({ paused }) => paused)))
    expect(await list(path, 'status=online')).toEqual([])
  })

  it.each(path.startsWith('/groups') ? [] : ['paused', 'active', 'online'])('takes the scope %s', async (scope) => {
    const found = await list(path, `scope=${scope}&per_page=100`)
    expect(ids(found)).toEqual(ids(await list(path, `status=${scope}&per_page=100`)))
    expect(found.length > 0).toBe(scope !== 'online')
  })

  it.each(path === '/runners/all' || path.startsWith('/projects') ? ['specific', 'shared', 'group_type'] : [])(
    'takes the scope %s',
    async (scope) => {
      const all = await list(path, 'per_page=100')
      const isMeant = (type: unknown) =>
        scope === 'group_type' ? type === scope : (type === 'instance_type') === (scope === 'shared')
      const found = await list(path, `scope=${scope}&per_page=100`)
      expect(found.length).toBeGreaterThan(0)
      expect(ids(found)).toEqual(ids(all.filter((one) => isMeant(one['runner_type']))))
    },
  )

  it('lists those that have all of the tags', async () => {
    const all = await list(path, 'per_page=100')
    const found = await list(path, 'tag_list=linux,ruby&per_page=100')
    expect(found.length).toBeGreaterThan(0)
    expect(ids(found)).toEqual(ids(all).filter((id) => tagged.has(id)))
    expect(await list(path, 'tag_list=linux,windows')).toEqual([])
  })

  it('is paged', async () => {
    const all = await list(path, 'per_page=100')
    expect(all.length).toBeGreaterThan(1)
    expect(ids(await list(path, 'per_page=1&page=2'))).toEqual([ids(all)[1]])
  })
})

it('GET /runners/:id/jobs is paged', async () => {
  const taken = []
  for (let n = 0; n < 2; n++) {
    const { status, json, text } = await ask('POST', '/jobs/request', { json: { token: runner['token'] } })
    expect(status, text).toBe(201)
    taken.push((json as Json)['id'])
  }
  const path = `/runners/${runner['id']}/jobs`
  const pages = [await list(path, 'per_page=1&page=1'), await list(path, 'per_page=1&page=2')]
  expect(pages.flatMap(ids).sort()).toEqual([...taken].sort())
  expect(await list(path, 'per_page=1&page=3')).toEqual([])
})
