import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDeploymentWorld, type Shown, type World } from './world.js'

let world: World
beforeEach(async () => {
  world = await openDeploymentWorld()
})
afterEach(() => world.instance.close())

const dev = (method: string, path: string, json?: unknown, query = '') =>
  world.at('developer', method, `/environments${path}`, json, { query })
const make = async (json: unknown): Promise<Shown> => {
  const made = await dev('POST', '', json)
  expect(made.status, made.text).toBe(201)
  return made.json as Shown
}

describe('making an environment', () => {
  it('answers with the documented fields', async () => {
    expect(await make({ name: 'production', external_url: 'https://app.example' })).toEqual({
      id: 1,
      name: 'production',
      slug: 'production',
      external_url: 'https://app.example',
      state: 'available',
      tier: 'production',
      created_at: '2022-08-22T12:00:00.000Z',
      updated_at: '2022-08-22T12:00:00.000Z',
    })
  })

  it.each([
    [{}, { error: 'name is missing' }],
    [{ name: 'a', slug: 'a' }, { error: 'slug is automatically generated and cannot be changed' }],
    [{ name: 'a', tier: 'first' }, { error: 'tier does not have a valid value' }],
    [
      { name: 'a', external_url: 'javascript:alert(1)' },
      { message: { external_url: ['javascript scheme is not allowed'] } },
    ],
    [{ name: 'a/' }, { message: { name: [expect.stringMatching(/^can contain only letters/)] } }],
    [{ name: 'ä' }, { message: { name: [expect.stringMatching(/^can contain only letters/)] } }],
  ])('is refused with %j', async (body, answer) => {
    expect(await dev('POST', '', body)).toMatchObject({ status: 400, json: answer })
    expect((await dev('GET', '')).json).toEqual([])
  })

  it('takes a name once in a project, and again when it is free', async () => {
    const { id } = await make({ name: 'a' })
    expect(await dev('POST', '', { name: 'a' })).toMatchObject({
      status: 400,
      json: { message: { name: ['has already been taken'], slug: ['has already been taken'] } },
    })
    expect((await world.at('developer', 'POST', '/environments', { name: 'a' }, { in: 'public' })).status).toBe(201)
    await dev('POST', `/${id}/stop`)
    expect((await dev('DELETE', `/${id}`)).status).toBe(204)
    await make({ name: 'a' })
  })
})

it('is listed by id, by name, by a part of the name and by state', async () => {
  for (const name of ['review/one', 'review/two', 'production']) await make({ name })
  await dev('POST', '/2/stop')
  const listed = async (query: string) =>
    ((await dev('GET', '', undefined, query)).json as ReadonlyArray<Shown>).map(({ id }) => id)
  expect(await listed('')).toEqual([1, 2, 3])
  expect(await listed('name=review%2Ftwo')).toEqual([2])
  expect(await listed('name=review')).toEqual([])
  expect(await listed('search=REVIEW')).toEqual([1, 2])
  expect(await listed('states=stopped')).toEqual([2])
  expect(await listed('states=available&search=review')).toEqual([1])
  expect(await listed('states=stopping')).toEqual([])
  expect(await listed('per_page=1&page=3')).toEqual([3])
  const refused = async (query: string) => dev('GET', '', undefined, query)
  expect(await refused('states=gone')).toMatchObject({ json: { error: 'states does not have a valid value' } })
  expect(await refused('name=a&search=abc')).toMatchObject({
    status: 400,
    json: { error: 'name, search cannot be used together' },
  })
  expect((await refused('search=ab')).status).toBe(400)
})

it('shows its last successful deployment', async () => {
  const { id } = await world.deploy()
  await world.deploy({ status: 'failed' })
  expect((await dev('GET', '/1')).json).toMatchObject({ name: 'prod', last_deployment: { id, status: 'success' } })
  await make({ name: 'empty' })
  expect((await dev('GET', '/2')).json).toMatchObject({ last_deployment: null })
  expect(await dev('GET', '/3')).toMatchObject({ status: 404, json: { message: '404 Not found' } })
})

it('changes address and tier, and shows the address on its deployments', async () => {
  const { id } = await world.deploy()
  world.instance.clock.advance(1000)
  expect(await dev('PUT', '/1', { external_url: 'https://x.example', tier: 'other' })).toMatchObject({
    status: 200,
    json: { name: 'prod', external_url: 'https://x.example', tier: 'other', updated_at: '2022-08-22T12:00:01.000Z' },
  })
  const shown = await world.at('developer', 'GET', `/deployments/${id}`)
  expect(shown.json).toMatchObject({ environment: { external_url: 'https://x.example' } })
  expect(await dev('PUT', '/1', { external_url: '' })).toMatchObject({ json: { external_url: null, tier: 'other' } })
  expect(await dev('PUT', '/1', { slug: 'x' })).toMatchObject({
    status: 400,
    json: { error: 'slug is automatically generated and cannot be changed' },
  })
  expect(await dev('PUT', '/1', { external_url: 'data:text/html,x' })).toMatchObject({
    status: 400,
    json: { message: { external_url: ['data scheme is not allowed'] } },
  })
  expect((await dev('PUT', '/9', { tier: 'other' })).status).toBe(404)
})

it('is renamed before 16.0, and keeps its slug; the name that it had is free again', async () => {
  const { id } = await world.deploy()
  const renamed = await dev('PUT', '/1', { name: 'review/one' })
  expect(renamed).toMatchObject({ status: 200, json: { name: 'review/one', slug: 'prod', tier: 'production' } })
  const shown = await world.at('developer', 'GET', `/deployments/${id}`)
  expect(shown.json).toMatchObject({ environment: { id: 1, name: 'review/one' } })
  expect((await dev('GET', '', undefined, 'name=prod')).json).toEqual([])
  await make({ name: 'prod' })
  expect(await dev('PUT', '/1', { name: 'prod', tier: 'other' })).toMatchObject({
    status: 400,
    json: { message: { name: ['has already been taken'] } },
  })
  expect(await dev('PUT', '/1', { name: 'review/' })).toMatchObject({
    status: 400,
    json: { message: { name: [expect.stringMatching(/^can contain only letters/)] } },
  })
  expect((await dev('GET', '/1')).json).toMatchObject({ name: 'review/one', tier: 'production' })
})

it('keeps its name from 16.0 on', async () => {
  const later = await openDeploymentWorld({ release: '16.0' })
  try {
    await later.at('developer', 'POST', '/environments', { name: 'prod' })
    const sent = { name: 'other', external_url: 'https://x.example' }
    const changed = await later.at('developer', 'PUT', '/environments/1', sent)
    expect(changed.json).toMatchObject({ name: 'prod', external_url: 'https://x.example' })
  } finally {
    await later.instance.close()
  }
})

it('is stopped, again without harm, and then deleted with its deployments', async () => {
  const { id } = await world.deploy()
  expect(await dev('DELETE', '/1')).toMatchObject({ status: 403 })
  for (let n = 0; n < 2; n++)
    expect(await dev('POST', '/1/stop')).toMatchObject({ status: 200, json: { state: 'stopped' } })
  expect(await dev('DELETE', '/1')).toMatchObject({ status: 204, text: '' })
  expect((await world.at('developer', 'GET', `/deployments/${id}`)).status).toBe(404)
  expect((await dev('GET', '/1')).status).toBe(404)
  expect(await world.deploy()).toMatchObject({ id: id + 1, iid: 2, environment: { id: 2 } })
})
