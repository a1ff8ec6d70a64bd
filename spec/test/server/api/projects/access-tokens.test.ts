import { type Answered, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Token {
  readonly id: number
  readonly user_id: number
  readonly token: string
  readonly [field: string]: unknown
}

let world: TestInstance
let keeper: Awaited<ReturnType<TestInstance['person']>>
const API = '/api/v4'
const places = [
  ['project', '/projects/1/access_tokens'],
  ['group', '/groups/team/access_tokens'],
] as const

beforeAll(async () => {
  world = await openTestInstance({ release: '16.0' })
  const as = world.root
  await world.ask('POST', `${API}/groups`, { as, json: { name: 'team', path: 'team' } })
  const group = ((await world.ask('GET', `${API}/groups/team`, { as })).json as Token).id
  const json = { name: 'app', namespace_id: group, initialize_with_readme: true }
  expect((await world.ask('POST', `${API}/projects`, { as, json })).status).toBe(201)
  keeper = await world.person('keeper')
  await world.ask('POST', `${API}/projects/1/members`, { as, json: { user_id: keeper.id, access_level: 40 } })
})
afterAll(() => world.close())

const make = async (path: string, json: object = {}, as = world.root): Promise<Token> => {
  const wanted = { name: 'robot', scopes: ['api'], ...json }
  const made = await world.ask('POST', `${API}${path}`, { as, json: wanted })
  expect(made.status, made.text).toBe(201)
  return made.json as Token
}

describe.each(places)('access tokens of a %s', (source, path) => {
  it('are made with a bot user who is a member, and let its programs in', async () => {
    const made = await make(path, { access_level: 30, expires_at: '2099-01-02', scopes: ['api', 'read_repository'] })
    expect(made).toMatchObject({ name: 'robot', access_level: 30, expires_at: '2099-01-02', active: true })
    expect(made['scopes']).toEqual(['api', 'read_repository'])
    const itself = (await world.ask('GET', `${API}/user`, { as: made.token })).json
    expect(itself).toMatchObject({ id: made.user_id, bot: true, name: 'robot' })
    expect((itself as Token)['username']).toMatch(new RegExp(`^${source}_\\d+_bot\\d*$`))
    expect((await world.ask('GET', `${API}/projects/1`, { as: made.token })).status).toBe(200)
    const members = path.replace('access_tokens', 'members')
    const member = await world.ask('GET', `${API}${members}/${made.user_id}`, { as: world.root })
    expect(member.json).toMatchObject({ access_level: 30, expires_at: '2099-01-02' })
    const authorization = `Basic ${Buffer.from(`any:${made.token}`).toString('base64')}`
    const query = 'service=git-upload-pack'
    const refs = await world.ask('GET', '/team/app.git/info/refs', { query, headers: { authorization } })
    expect(refs.status).toBe(200)
  })

  it('are made by many who ask at the same moment, each with a bot user of its own', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => make(path)))
    expect(new Set(made.map(({ user_id }) => user_id)).size).toBe(12)
  })

  it('are listed and read without their secrets, revoked with their bot users', async () => {
    const made = await make(path)
    const { token, ...shown } = made
    const of = (query = '') => world.ask('GET', `${API}${path}`, { as: world.root, query })
    const listed = (await of()).json as ReadonlyArray<Token>
    expect(listed.find(({ id }) => id === made.id)).toEqual({ ...shown, last_used_at: null })
    expect((await of('page=1&per_page=1')).json).toHaveLength(1)
    expect((await world.ask('GET', `${API}${path}/${made.id}`, { as: world.root })).json).toMatchObject({ id: made.id })
    expect((await world.ask('DELETE', `${API}${path}/${made.id}`, { as: world.root })).status).toBe(204)
    expect((await world.ask('GET', `${API}/user`, { as: token })).status).toBe(401)
    expect((await world.ask('GET', `${API}/users/${made.user_id}`, { as: world.root })).status).toBe(404)
    const gone = await world.ask('GET', `${API}${path}/${made.id}`, { as: world.root })
    expect([gone.status, gone.text]).toEqual([
      404,
      expect.stringContaining(`Could not find ${source} access token with token_id: ${made.id}`),
    ])
    expect((await world.ask('GET', `${API}${path}/999`, { as: world.root })).status).toBe(404)
  })

  it('give way to a new one that lives a week', async () => {
    const made = await make(path, { access_level: 20 })
    const rotated = await world.ask('POST', `${API}${path}/${made.id}/rotate`, { as: world.root })
    const next = rotated.json as Token
    expect([rotated.status, next.user_id, next['access_level']]).toEqual([200, made.user_id, 20])
    const days = (Date.parse(`${next['expires_at']}`) - Date.parse(`${next['created_at']}`.slice(0, 10))) / 86_400_000
    expect(days).toBe(7)
    expect((await world.ask('GET', `${API}/user`, { as: made.token })).status).toBe(401)
    expect((await world.ask('GET', `${API}/user`, { as: next.token })).json).toMatchObject({ id: made.user_id })
    const again = await world.ask('POST', `${API}${path}/${made.id}/rotate`, { as: world.root })
    expect([again.status, again.text]).toEqual([400, expect.stringContaining('token already revoked')])
  })

  it('cannot be asked for by bots and members without the right, nor with a role above their own', async () => {
    const made = await make(path, { access_level: 40 })
    for (const as of [made.token, (await world.person(`nobody-${source}`)).token]) {
      expect((await world.ask('GET', `${API}${path}`, { as })).status).toBeGreaterThanOrEqual(401)
      const json = { name: 'more', scopes: ['api'] }
      expect((await world.ask('POST', `${API}${path}`, { as, json })).status).toBeGreaterThanOrEqual(401)
    }
    const past = { name: 'past', scopes: ['api'], expires_at: '2001-01-01' }
    expect((await world.ask('POST', `${API}${path}`, { as: world.root, json: past })).status).toBe(400)
    const sudo = { name: 'more', scopes: ['sudo'] }
    expect((await world.ask('POST', `${API}${path}`, { as: world.root, json: sudo })).status).toBe(400)
  })
})

/** The types of the events that a request wrote. That its token was used is written at any time after it. */
const writtenBy = async ({ headers }: Answered): Promise<ReadonlyArray<string>> => {
  const read = await world.forge.events.readAll({ limit: 10_000 })
  const events = read.kind === 'Read' ? read.events : []
  const own = events.filter(({ metadata }) => metadata.requestId === headers.get('x-request-id'))
  return own.map(({ type }) => type).filter((type) => type !== 'TokenUsed')
}

it.each(places)('of a %s with a role that there is not leaves neither a bot nor a token', async (_, path) => {
  const ask = (access_level: number) =>
    world.ask('POST', `${API}${path}`, { as: world.root, json: { name: 'robot', scopes: ['api'], access_level } })
  const refused = await ask(0)
  expect([refused.status, refused.json]).toEqual([400, { message: { access_level: ['is not included in the list'] } }])
  expect(await writtenBy(refused)).toEqual([])
  expect(await writtenBy(await ask(30))).toContain('TokenCreated')
})

it('is no way for a maintainer to an owner', async () => {
  const json = { name: 'owner', scopes: ['api'], access_level: 50 }
  const refused = await world.ask('POST', `${API}/projects/1/access_tokens`, { as: keeper.token, json })
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Could not provision owner access')])
  await make('/projects/1/access_tokens', { access_level: 40 }, keeper.token)
})

it('counts no bot among the owners of a group', async () => {
  const json = { name: 'lone', path: 'lone' }
  await world.ask('POST', `${API}/groups`, { as: keeper.token, json })
  await make('/groups/lone/access_tokens', { access_level: 50 }, keeper.token)
  const leaves = await world.ask('DELETE', `${API}/groups/lone/members/${keeper.id}`, { as: keeper.token })
  expect(leaves.status).toBe(403)
})

it('puts a new personal access token in the place of one', async () => {
  const json = { name: 'mine', scopes: ['api', 'read_user'] }
  const own = await world.ask('POST', `${API}/users/${keeper.id}/personal_access_tokens`, { as: world.root, json })
  const { id, token } = own.json as Token
  const rotated = await world.ask('POST', `${API}/personal_access_tokens/${id}/rotate`, { as: token })
  expect([rotated.status, rotated.json]).toEqual([200, expect.objectContaining({ ...json, user_id: keeper.id })])
  expect((await world.ask('GET', `${API}/user`, { as: token })).status).toBe(401)
  const next = (rotated.json as Token).token
  expect((await world.ask('GET', `${API}/user`, { as: next })).status).toBe(200)
  expect((await world.ask('POST', `${API}/personal_access_tokens/1/rotate`, { as: next })).status).toBe(401)
  expect((await world.ask('POST', `${API}/personal_access_tokens/${id}/rotate`, { as: next })).status).toBe(400)
})

it('give nobody a role above their own by being rotated', async () => {
  const path = '/projects/1/access_tokens'
  const above = await make(path, { access_level: 50 })
  const refused = await world.ask('POST', `${API}${path}/${above.id}/rotate`, { as: keeper.token })
  expect([refused.status, refused.json]).toEqual([
    400,
    { message: '400 Bad request - Not eligible to rotate token with access level higher than the user' },
  ])
  expect((await world.ask('GET', `${API}/user`, { as: above.token })).status).toBe(200)
  const own = await make(path, { access_level: 40 })
  expect((await world.ask('POST', `${API}${path}/${own.id}/rotate`, { as: keeper.token })).status).toBe(200)
})
