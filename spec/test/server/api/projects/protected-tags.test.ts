import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Record<string, unknown>

let world: TestInstance
let dev: string
let boss: string
let project: number

const ask = async (method: string, path: string, as: string | undefined, json?: unknown, headers = {}) => {
  const asked = { headers, ...(as === undefined ? {} : { as }), ...(json === undefined ? {} : { json }) }
  const answer = await world.ask(method, `/api/v4${path}`, asked)
  return { status: answer.status, json: answer.json as Json, list: answer.json as ReadonlyArray<Json>, answer }
}

const protect = (name: string, level?: number) =>
  ask('POST', `/projects/${project}/protected_tags`, boss, {
    name,
    ...(level === undefined ? {} : { create_access_level: level }),
  })
const tag = (name: string, as: string) =>
  ask('POST', `/projects/${project}/repository/tags`, as, { tag_name: name, ref: 'main' })
const remove = (name: string, as: string) => ask('DELETE', `/projects/${project}/repository/tags/${name}`, as)

beforeAll(async () => {
  world = await openTestInstance()
  const [one, two] = [await world.person('dev'), await world.person('boss')]
  ;[dev, boss] = [one.token, two.token]
  const wanted = { name: 'app', initialize_with_readme: true, default_branch: 'main' }
  project = (await ask('POST', '/projects', world.root, wanted)).json['id'] as number
  await ask('POST', `/projects/${project}/members`, world.root, { user_id: one.id, access_level: 30 })
  await ask('POST', `/projects/${project}/members`, world.root, { user_id: two.id, access_level: 40 })
})
afterAll(() => world.close())

describe('protected tags', () => {
  it('are made, listed, read and taken away', async () => {
    const shape = {
      name: 'release-*',
      create_access_levels: [
        {
          id: expect.any(Number),
          access_level: 40,
          access_level_description: 'Maintainers',
          user_id: null,
          group_id: null,
        },
      ],
    }
    const made = await protect('release-*')
    expect([made.status, made.json]).toEqual([201, shape])
    const path = `/projects/${project}/protected_tags`
    const list = await ask('GET', path, boss)
    expect([list.status, list.list, list.answer.headers.get('x-total')]).toEqual([200, [shape], '1'])
    expect((await ask('GET', `${path}/release-*`, boss)).json).toEqual(shape)
    const stale = { 'if-unmodified-since': 'Mon, 01 Jan 2018 00:00:00 GMT' }
    const late = await ask('DELETE', `${path}/release-*`, boss, undefined, stale)
    expect([late.status, late.json]).toEqual([412, { message: '412 Precondition Failed' }])
    expect((await ask('DELETE', `${path}/release-*`, boss)).status).toBe(204)
    const gone = await ask('GET', `${path}/release-*`, boss)
    expect([gone.status, gone.json]).toEqual([404, { message: '404 Not found' }])
    expect((await ask('DELETE', `${path}/release-*`, boss)).status).toBe(404)
  })

  it.each<[string, () => string | undefined, Json, number, unknown]>([
    ['the anonymous', () => undefined, { name: 'x' }, 401, { message: '401 Unauthorized' }],
    ['developers', () => dev, { name: 'x' }, 403, { message: '403 Forbidden' }],
    ['no name', () => boss, {}, 400, { error: 'name is missing' }],
    ['a blank name', () => boss, { name: ' ' }, 422, { message: ["Name can't be blank"] }],
    [
      'another level',
      () => boss,
      { name: 'x', create_access_level: 20 },
      400,
      { error: 'create_access_level does not have a valid value' },
    ],
  ])('are refused for %s', async (_, who, body, status, text) => {
    const answer = await ask('POST', `/projects/${project}/protected_tags`, who(), body)
    expect([answer.status, answer.json]).toEqual([status, text])
  })

  it('are refused a second time, and hidden from developers', async () => {
    await protect('twice')
    const again = await protect('twice')
    expect([again.status, again.json]).toEqual([422, { message: ['Name has already been taken'] }])
    expect((await ask('GET', `/projects/${project}/protected_tags`, dev)).status).toBe(403)
  })

  it('are made by those who may, moved by nobody, removed by maintainers who may make them', async () => {
    await protect('v*')
    await protect('beta-*', 30)
    await protect('final', 0)
    const refused = await tag('v1', dev)
    const reason = 'You are not allowed to create this tag as it is protected.'
    expect([refused.status, refused.json]).toEqual([403, { message: `403 Forbidden - ${reason}` }])
    const made = await tag('v1', boss)
    expect([made.status, made.json['protected']]).toEqual([201, true])
    expect((await tag('beta-1', dev)).status).toBe(201)
    expect((await tag('final', boss)).status).toBe(403)
    expect((await tag('plain', dev)).json['protected']).toBe(false)
    expect((await remove('beta-1', dev)).status).toBe(403)
    expect((await remove('beta-1', boss)).status).toBe(204)
    expect((await remove('plain', dev)).status).toBe(204)
  })
})

describe('who may push, merge and unprotect', () => {
  it('is changed entry by entry from 15.6 on', async () => {
    const later = await openTestInstance({ release: '15.6' })
    try {
      const json = async (method: string, path: string, body?: unknown) =>
        (await later.ask(method, `/api/v4${path}`, { as: later.root, json: body ?? {} })).json as Json
      const made = await json('POST', '/projects', { name: 'app', initialize_with_readme: true })
      const path = `/projects/${String(made['id'])}/protected_branches`
      const before = await json('POST', path, { name: 'x', allowed_to_push: [{ access_level: 30 }, { user_id: 1 }] })
      const [role, user] = before['push_access_levels'] as ReadonlyArray<{ readonly id: number }>
      const changes = [
        { id: role?.id, access_level: 0 },
        { id: user?.id, _destroy: true },
        { access_level: 60 },
        { id: 4711 },
      ]
      const after = await json('PATCH', `${path}/x`, { allowed_to_push: changes })
      expect(after['push_access_levels']).toMatchObject([{ id: role?.id, access_level: 0 }, { access_level: 60 }])
      expect(after['merge_access_levels']).toEqual(before['merge_access_levels'])
      expect(await json('GET', `${path}/x`)).toEqual(after)
    } finally {
      await later.close()
    }
  })
})

describe('who may unprotect a branch', () => {
  it('is said with the protection, and holds for changing it, too', async () => {
    const path = `/projects/${project}/protected_branches`
    const owners = await ask('POST', path, boss, { name: 'strict', unprotect_access_level: 60 })
    expect(owners.json['unprotect_access_levels']).toEqual([
      expect.objectContaining({ access_level: 60, access_level_description: 'Admin' }),
    ])
    expect((await ask('PATCH', `${path}/strict`, boss, { allow_force_push: true })).status).toBe(403)
    const refused = await ask('DELETE', `${path}/strict`, boss)
    expect([refused.status, refused.json]).toEqual([403, { message: '403 Forbidden' }])
    expect((await ask('DELETE', `${path}/strict`, world.root)).status).toBe(204)
    const bossId = (await ask('GET', '/user', boss)).json['id']
    await ask('POST', path, boss, { name: 'mine', allowed_to_unprotect: [{ user_id: bossId }] })
    expect((await ask('PATCH', `${path}/mine`, boss, { allow_force_push: true })).status).toBe(200)
    expect((await ask('DELETE', `${path}/mine`, boss)).status).toBe(204)
    const plain = await ask('POST', path, boss, { name: 'plain' })
    expect(plain.json['unprotect_access_levels']).toEqual([expect.objectContaining({ access_level: 40 })])
    expect((await ask('DELETE', `${path}/plain`, boss)).status).toBe(204)
  })
})

it('a role and those who are named stand side by side', async () => {
  const { id } = (await ask('GET', '/user', dev)).json
  const made = await ask('POST', `/projects/${project}/protected_tags`, boss, {
    name: 'both-*',
    create_access_level: 40,
    allowed_to_create: [{ user_id: id }, { access_level: 0 }],
  })
  expect(made.status).toBe(201)
  expect(made.json['create_access_levels']).toMatchObject([
    { access_level: 40, user_id: null },
    { access_level: 40, user_id: id, access_level_description: 'dev' },
    { access_level: 0, user_id: null },
  ])
  expect((await tag('both-1', dev)).status).toBe(201)
  const named = await ask('POST', `/projects/${project}/protected_tags`, boss, {
    name: 'named-*',
    allowed_to_create: [{ user_id: id }],
  })
  expect(named.json['create_access_levels']).toMatchObject([{ user_id: id }])
  expect((await tag('named-1', boss)).status).toBe(403)
})
