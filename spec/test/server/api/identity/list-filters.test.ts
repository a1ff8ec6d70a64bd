import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Named {
  readonly id: number
  readonly name: string
  readonly username: string
}

const DAY = 86_400_000

let world: TestInstance

const ask = async (method: string, path: string, json?: unknown, query = '', as = world.root) => {
  const answer = await world.ask(method, `/api/v4${path}`, { as, json, query })
  expect(answer.status, `${method} ${path}?${query}: ${answer.text}`).toBeLessThan(300)
  return answer.json
}
const made = async (path: string, json: object): Promise<number> => ((await ask('POST', path, json)) as Named).id

beforeAll(async () => {
  world = await openTestInstance()
  const person = (username: string, more: object = {}) =>
    made('/users', {
      username,
      name: `The ${username}`,
      email: `${username}@example.com`,
      password: 'a good long word',
      ...more,
    })
  await person('plain')
  world.clock.advance(DAY)
  await person('outside', { external: true })
  await person('chief', { admin: true })
  const stopped = await person('stopped')
  await ask('POST', `/users/${stopped}/block`)
  const plain = ((await ask('GET', '/users', undefined, 'username=plain')) as ReadonlyArray<Named>)[0]
  const project = await made('/projects', { name: 'p' })
  await ask('POST', `/projects/${project}/members`, { user_id: plain?.id, access_level: 30 })
})
afterAll(() => world.close())

describe('the list of users', () => {
  it.each([
    ['active=true', ['chief', 'outside', 'plain', 'root']],
    ['blocked=true', ['stopped']],
    ['external=true', ['outside']],
    ['exclude_external=true', ['chief', 'plain', 'root', 'stopped']],
    ['created_before=2022-08-22T23:00:00Z', ['plain', 'root']],
    ['created_after=2022-08-22T23:00:00Z', ['chief', 'outside', 'stopped']],
    ['without_projects=true', ['chief', 'outside', 'stopped']],
    ['admins=true', ['chief', 'root']],
    ['two_factor=enabled', []],
    ['two_factor=disabled', ['chief', 'outside', 'plain', 'root', 'stopped']],
    ['exclude_internal=true&without_project_bots=true', ['chief', 'outside', 'plain', 'root', 'stopped']],
    ['search=The%20out', ['outside']],
    ['username=plain', ['plain']],
  ])('%s', async (query, expected) => {
    const found = (await ask('GET', '/users', undefined, query)) as ReadonlyArray<Named>
    expect(found.map(({ username }) => username).toSorted()).toEqual(expected)
  })

  it.each([
    ['order_by=username&sort=asc', ['chief', 'outside', 'plain', 'root', 'stopped']],
    ['order_by=name&sort=desc', ['stopped', 'plain', 'outside', 'chief', 'root']],
    ['order_by=id&sort=asc', ['root', 'plain', 'outside', 'chief', 'stopped']],
    ['order_by=created_at&sort=asc&page=2&per_page=1', ['plain']],
  ])('%s', async (query, expected) => {
    const found = (await ask('GET', '/users', undefined, query)) as ReadonlyArray<Named>
    expect(found.map(({ username }) => username)).toEqual(expected)
  })

  it('has no filters of administrators for others', async () => {
    const { token } = await world.person('curious')
    const { json } = await world.ask('GET', '/api/v4/users', { as: token, query: 'admins=true&two_factor=enabled' })
    expect((json as ReadonlyArray<Named>).length).toBeGreaterThan(2)
  })
})

describe('the lists of tokens', () => {
  let userId: number
  beforeAll(async () => {
    userId = await made('/users', {
      username: 'keys',
      name: 'Keys',
      email: 'k@example.com',
      password: 'a good long word',
    })
    for (const kind of ['personal_access_tokens', 'impersonation_tokens'])
      for (const [name, more] of [
        ['early', { expires_at: '2022-08-29' }],
        ['late', {}],
      ] as const) {
        const id = await made(`/users/${userId}/${kind}`, { name, scopes: ['api'], ...more })
        if (name === 'late')
          await ask('DELETE', kind.startsWith('p') ? `/${kind}/${id}` : `/users/${userId}/${kind}/${id}`)
        world.clock.advance(name === 'early' ? DAY : 0)
      }
  })
  const names = async (path: string, query: string): Promise<ReadonlyArray<string>> =>
    ((await ask('GET', path, undefined, query)) as ReadonlyArray<Named>).map(({ name }) => name)

  it.each([
    ['revoked=true', ['late']],
    ['revoked=false', ['early']],
    ['state=active', ['early']],
    ['state=inactive', ['late']],
    ['created_before=2022-08-23T13:00:00Z', ['early']],
    ['created_after=2022-08-23T13:00:00Z', ['late']],
    ['search=lat', ['late']],
    ['page=2&per_page=1', ['late']],
  ])('of a person: %s', async (query, expected) => {
    expect(await names('/personal_access_tokens', `user_id=${userId}&${query}`)).toEqual(expected)
  })

  it.each([
    ['state=all', ['early', 'late']],
    ['state=active', ['early']],
    ['state=inactive', ['late']],
    ['page=2&per_page=1', ['late']],
  ])('for impersonation: %s', async (query, expected) => {
    expect(await names(`/users/${userId}/impersonation_tokens`, query)).toEqual(expected)
  })

  it('tell when an impersonation token ends', async () => {
    const [early] = (await ask('GET', `/users/${userId}/impersonation_tokens`)) as ReadonlyArray<object>
    expect(early).toMatchObject({ name: 'early', expires_at: '2022-08-29' })
  })
})

describe('a user', () => {
  const read = (id: number) => ask('GET', `/users/${id}`) as Promise<Readonly<Record<string, unknown>>>

  it('is made with what only administrators give', async () => {
    const id = await made('/users', {
      username: 'whole',
      name: 'Whole',
      email: 'whole@example.com',
      reset_password: true,
      skip_confirmation: true,
      admin: true,
      note: 'watch',
      public_email: 'whole@example.com',
      commit_email: '_private',
    })
    expect(await read(id)).toMatchObject({
      is_admin: true,
      note: 'watch',
      public_email: 'whole@example.com',
      commit_email: `${id}-whole@users.noreply.forge.test`,
    })
    await ask('PUT', `/users/${id}`, { note: 'seen', email: 'other@example.com', skip_reconfirmation: true })
    expect(await read(id)).toMatchObject({ note: 'seen', email: 'other@example.com' })
    await ask('PUT', `/users/${id}`, { note: null })
    expect(await read(id)).toMatchObject({ note: null })
  })

  it('that was deactivated is activated again', async () => {
    const id = await made('/users', {
      username: 'idle',
      name: 'Idle',
      email: 'i@example.com',
      password: 'a good long word',
    })
    await ask('POST', `/users/${id}/deactivate`)
    expect(await read(id)).toMatchObject({ state: 'deactivated' })
    await ask('POST', `/users/${id}/activate`)
    expect(await read(id)).toMatchObject({ state: 'active' })
  })

  it('goes with the groups that nobody else owns, where that is asked for', async () => {
    for (const hard of [true, false]) {
      const { id, token } = await world.person(hard ? 'hard' : 'soft')
      await ask('POST', '/groups', { name: 'Sole', path: `sole-${hard}` }, '', token)
      const gone = await world.ask('DELETE', `/api/v4/users/${id}`, { as: world.root, query: `hard_delete=${hard}` })
      expect(gone.status, gone.text).toBe(hard ? 204 : 409)
      const group = await world.ask('GET', `/api/v4/groups/sole-${hard}`, { as: world.root })
      expect(group.status).toBe(hard ? 404 : 200)
    }
  })
})

describe('an application of the instance', () => {
  it('is deleted by its number', async () => {
    const id = await made('/applications', { name: 'A', redirect_uri: 'https://a.test/cb', scopes: 'api' })
    await ask('DELETE', `/applications/${id}`)
    expect(await ask('GET', '/applications')).toEqual([])
  })
})

it('finds users by custom attributes and shows them, for administrators', async () => {
  const [outside] = (await ask('GET', '/users', undefined, 'username=outside')) as ReadonlyArray<Named>
  await ask('PUT', `/users/${outside?.id}/custom_attributes/place`, { value: 'attic' })
  const shown = { username: 'outside', custom_attributes: [{ key: 'place', value: 'attic' }] }
  const query = 'custom_attributes[place]=attic&with_custom_attributes=true'
  expect(await ask('GET', '/users', undefined, query)).toEqual([expect.objectContaining(shown)])
  expect(await ask('GET', '/users', undefined, 'custom_attributes[place]=cellar')).toEqual([])
  expect(await ask('GET', `/users/${outside?.id}`, undefined, 'with_custom_attributes=true')).toMatchObject(shown)
  const { token } = await world.person('onlooker')
  const seen = (await ask('GET', '/users', undefined, query, token)) as ReadonlyArray<Named>
  expect(seen.length).toBeGreaterThan(1)
  for (const one of seen) expect(one).not.toHaveProperty('custom_attributes')
  expect(await ask('GET', `/users/${outside?.id}`, undefined, 'with_custom_attributes=true', token)).not.toHaveProperty(
    'custom_attributes',
  )
})
