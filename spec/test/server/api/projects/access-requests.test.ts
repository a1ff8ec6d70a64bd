import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

let world: TestInstance
let keeper: Awaited<ReturnType<TestInstance['person']>>
let ann: Awaited<ReturnType<TestInstance['person']>>
let group: number
let project: number

const ask = (method: string, path: string, json?: unknown, as = world.root) =>
  world.ask(method, `/api/v4${path}`, { as, json })
const make = async (path: string, json: unknown, as = world.root): Promise<number> => {
  const made = await ask('POST', path, json, as)
  expect([path, made.status]).toEqual([path, 201])
  return (made.json as { readonly id: number }).id
}

beforeEach(async () => {
  await world?.close()
  world = await openTestInstance()
  keeper = await world.person('keeper')
  ann = await world.person('ann')
  group = await make('/groups', { name: 'open', path: 'open', visibility: 'public' })
  project = await make('/projects', { name: 'app', namespace_id: group, visibility: 'public' })
  await make(`/groups/${group}/members`, { user_id: keeper.id, access_level: 50 })
})
afterAll(() => world.close())

const places = [
  ['group', () => `/groups/${group}`],
  ['project', () => `/projects/${project}`],
] as const

describe.each(places)('a request for access to a %s', (_, at) => {
  const requests = () => `${at()}/access_requests`

  it('is seen and approved by those who look after its members', async () => {
    const asked = await ask('POST', requests(), {}, ann.token)
    expect([asked.status, asked.json]).toMatchObject([201, { id: ann.id, username: 'ann', state: 'active' }])
    expect((await ask('GET', requests(), undefined, keeper.token)).json).toEqual([asked.json])
    expect((await ask('GET', `${at()}/members`)).json).not.toContainEqual(expect.objectContaining({ id: ann.id }))
    expect((await ask('GET', requests(), undefined, ann.token)).status).toBe(403)
    const approved = await ask('PUT', `${requests()}/${ann.id}/approve`, {}, keeper.token)
    expect([approved.status, approved.json]).toMatchObject([201, { id: ann.id, access_level: 30, expires_at: null }])
    expect((await ask('GET', requests(), undefined, keeper.token)).json).toEqual([])
    expect((await ask('GET', `${at()}/members/${ann.id}`)).json).toMatchObject({ access_level: 30 })
    expect((await ask('PUT', `${requests()}/${ann.id}/approve`, {}, keeper.token)).status).toBe(404)
  })

  it('gives the role that is named, where there is one of that number', async () => {
    await ask('POST', requests(), {}, ann.token)
    const wrong = await ask('PUT', `${requests()}/${ann.id}/approve`, { access_level: 31 }, keeper.token)
    expect([wrong.status, wrong.json]).toEqual([400, { message: { access_level: ['is not included in the list'] } }])
    const approved = await ask('PUT', `${requests()}/${ann.id}/approve`, { access_level: 20 }, keeper.token)
    expect([approved.status, approved.json]).toMatchObject([201, { access_level: 20 }])
  })

  it('is made once, by those who have no role and see it, where it takes requests', async () => {
    expect((await ask('POST', requests(), {}, keeper.token)).status).toBe(403)
    expect((await ask('POST', requests(), {})).status).toBe(403)
    expect((await world.ask('POST', `/api/v4${requests()}`, { json: {} })).status).toBe(401)
    expect((await ask('POST', requests(), {}, ann.token)).status).toBe(201)
    const again = await ask('POST', requests(), {}, ann.token)
    expect([again.status, again.json]).toEqual([400, { message: { user_id: ['already exists in source'] } }])
    const ben = await world.person('ben')
    await ask('PUT', at(), { request_access_enabled: false })
    expect((await ask('POST', requests(), {}, ben.token)).status).toBe(403)
    await ask('PUT', at(), { request_access_enabled: true })
    await ask('PUT', `/projects/${project}`, { visibility: 'private' })
    await ask('PUT', `/groups/${group}`, { visibility: 'private' })
    expect((await ask('POST', requests(), {}, ben.token)).status).toBe(404)
  })

  it('is denied, or taken back by whoever made it, and can be made anew', async () => {
    const own = () => `${requests()}/${ann.id}`
    await ask('POST', requests(), {}, ann.token)
    const ben = await world.person('ben')
    expect((await ask('DELETE', own(), undefined, ben.token)).status).toBe(403)
    expect((await ask('PUT', `${own()}/approve`, {}, ben.token)).status).toBe(403)
    expect((await ask('DELETE', own(), undefined, keeper.token)).status).toBe(204)
    expect((await ask('DELETE', own(), undefined, keeper.token)).status).toBe(404)
    expect((await ask('POST', requests(), {}, ann.token)).status).toBe(201)
    expect((await ask('DELETE', own(), undefined, ann.token)).status).toBe(204)
    expect((await ask('GET', requests(), undefined, keeper.token)).json).toEqual([])
  })

  it('is done with once they are added, and gone with the user', async () => {
    await ask('POST', requests(), {}, ann.token)
    await make(`${at()}/members`, { user_id: ann.id, access_level: 10 }, keeper.token)
    expect((await ask('GET', requests(), undefined, keeper.token)).json).toEqual([])
    const ben = await world.person('ben')
    await ask('POST', requests(), {}, ben.token)
    expect((await ask('DELETE', `/users/${ben.id}`)).status).toBe(204)
    expect((await ask('GET', requests(), undefined, keeper.token)).json).toEqual([])
  })
})

it.each(places)('lists requests for a %s in pages, the first first', async (_, at) => {
  for (const name of ['ben', 'cid', 'dan'])
    await ask('POST', `${at()}/access_requests`, {}, (await world.person(name)).token)
  const page = await world.ask('GET', `/api/v4${at()}/access_requests`, {
    as: keeper.token,
    query: 'per_page=2&page=2',
  })
  expect([page.json, page.headers.get('x-total')]).toMatchObject([[{ username: 'dan' }], '3'])
})

it('lets maintainers of a project make no owner of whoever asks', async () => {
  await make(`/projects/${project}/members`, { user_id: ann.id, access_level: 40 })
  const ben = await world.person('ben')
  await ask('POST', `/projects/${project}/access_requests`, {}, ben.token)
  const path = `/projects/${project}/access_requests/${ben.id}/approve`
  expect((await ask('PUT', path, { access_level: 50 }, ann.token)).status).toBe(403)
  expect((await ask('PUT', path, { access_level: 40 }, ann.token)).status).toBe(201)
})
