import { apiRoutes } from '@forgefold/spec/api-routes'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const MOST = 5
const MINUTE = 60_000

/** How a token may come, apart from Basic credentials, whose passwords are counted too. */
const PLACES: ReadonlyArray<
  readonly [
    place: string,
    path: string,
    sent: (token: string) => { readonly headers?: Record<string, string>; readonly query?: string },
  ]
> = [
  ['PRIVATE-TOKEN', '/api/v4/user', (token) => ({ headers: { 'private-token': token } })],
  ['private_token', '/api/v4/user', (token) => ({ query: `private_token=${token}` })],
  ['Authorization: Bearer', '/api/v4/user', (token) => ({ headers: { authorization: `Bearer ${token}` } })],
  ['access_token', '/api/v4/user', (token) => ({ query: `access_token=${token}` })],
  ['JOB-TOKEN', '/api/v4/job', (token) => ({ headers: { 'job-token': token } })],
  ['Deploy-Token', '/api/v4/projects/1/packages/generic/a/1/f', (token) => ({ headers: { 'deploy-token': token } })],
  ['Bearer at userinfo', '/oauth/userinfo', (token) => ({ headers: { authorization: `Bearer ${token}` } })],
  ['Bearer at token info', '/oauth/token/info', (token) => ({ headers: { authorization: `Bearer ${token}` } })],
]

describe('wrong tokens', () => {
  let instance: TestInstance
  beforeEach(async () => {
    instance = await openTestInstance({ more: { wrongTokens: MOST } })
  })
  afterEach(() => instance.close())

  const guess = async (place: (typeof PLACES)[number], count: number, from: string) => {
    const [, path, sent] = place
    const statuses: Array<number> = []
    for (let n = 0; n < count; n++)
      statuses.push((await instance.ask('GET', path, { from, ...sent(`guess-${n}`) })).status)
    return statuses
  }

  it.each(PLACES)('in %s end in 429 for the address, for a minute', async (...place) => {
    const statuses = await guess(place, MOST + 2, '192.0.2.1')
    expect(new Set(statuses.slice(0, MOST))).toEqual(new Set([401]))
    expect(statuses.slice(MOST)).toEqual([429, 429])
    expect(await guess(place, 1, '192.0.2.2')).toEqual([401])
    instance.clock.advance(MINUTE)
    expect(await guess(place, 1, '192.0.2.1')).toEqual([401])
  })

  it('are told when to come again', async () => {
    for (let n = 0; n < MOST; n++) await instance.ask('GET', '/api/v4/user', { as: `guess-${n}` })
    const refused = await instance.ask('GET', '/api/v4/user', { as: 'one-more' })
    expect([refused.status, refused.headers.get('retry-after'), refused.json]).toEqual([
      429,
      '60',
      { message: { error: 'Too many wrong credentials. Try again later.' } },
    ])
  })

  it('do not become a way to find the right one: it is not looked up either, unless it is in use', async () => {
    const used = await instance.person('used')
    const unused = await instance.person('unused')
    expect((await instance.ask('GET', '/api/v4/user', { as: used.token })).status).toBe(200)
    for (let n = 0; n <= MOST; n++) await instance.ask('GET', '/api/v4/user', { as: `guess-${n}` })
    expect((await instance.ask('GET', '/api/v4/user', { as: used.token })).status).toBe(200)
    expect((await instance.ask('GET', '/api/v4/user', { as: unused.token })).status).toBe(429)
    expect((await instance.ask('GET', '/api/v4/user', { as: unused.token, from: '192.0.2.7' })).status).toBe(200)
  })

  it('that are the same again count once: a program with an old token locks nobody out', async () => {
    for (let n = 0; n < MOST * 3; n++)
      expect((await instance.ask('GET', '/api/v4/user', { as: 'an-old-token' })).status).toBe(401)
    const { token } = await instance.person('late')
    expect((await instance.ask('GET', '/api/v4/user', { as: token })).status).toBe(200)
  })

  it('count for nothing where somebody comes with right ones', async () => {
    for (let n = 0; n < MOST * 3; n++) {
      const { token } = await instance.person(`person${n}`)
      expect((await instance.ask('GET', '/api/v4/user', { as: token })).status).toBe(200)
    }
  })

  it('are counted for nobody where there is no limit', async () => {
    const free = await openTestInstance({ more: { wrongTokens: 0 } })
    for (let n = 0; n < MOST * 3; n++)
      expect((await free.ask('GET', '/api/v4/user', { as: `guess-${n}` })).status).toBe(401)
    await free.close()
  })
})

/** Requests that are nobody's but bring a secret of a runner, a job or a trigger. */
const SECRET_BRINGERS = apiRoutes
  .filter(({ caller, params, path }) => caller === 'anyone' && ('token' in params || path === '/jobs/:id/trace'))
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path }) => [`${method} ${path}`, method, `/api/v4${path.replace(/:\w+/g, '1')}`] as const)

describe('wrong tokens of runners, jobs and triggers', () => {
  let instance: TestInstance
  beforeEach(async () => {
    instance = await openTestInstance({ more: { wrongTokens: MOST } })
  })
  afterEach(() => instance.close())

  const ask = async (method: string, path: string, token: string, from: string): Promise<number> => {
    const headers = { 'job-token': token, 'content-range': '0-1' }
    const sent = /\/(?:trace|artifacts)$/.test(path)
      ? { headers, bytes: Buffer.from('a') }
      : { json: { token, ref: 'main' } }
    return (await instance.ask(method, path, { from, ...sent })).status
  }

  it('come in many places', () => {
    expect(SECRET_BRINGERS.map(([name]) => name)).toEqual(
      expect.arrayContaining(['POST /runners', 'POST /jobs/request', 'PUT /jobs/:id', 'PATCH /jobs/:id/trace']),
    )
    expect(SECRET_BRINGERS.length).toBeGreaterThan(8)
  })

  it.each(SECRET_BRINGERS)('at %s end in 429 for the address, for a minute', async (_, method, path) => {
    const statuses: Array<number> = []
    for (let n = 0; n < MOST + 2; n++) statuses.push(await ask(method, path, `guess-${n}`, '192.0.2.1'))
    for (const status of statuses.slice(0, MOST)) expect([403, 404]).toContain(status)
    expect(statuses.slice(MOST)).toEqual([429, 429])
    expect([403, 404]).toContain(await ask(method, path, 'guess-9', '192.0.2.2'))
    instance.clock.advance(MINUTE)
    expect([403, 404]).toContain(await ask(method, path, 'guess-10', '192.0.2.1'))
  })

  it('shut nobody out whose token is in use', async () => {
    const made = await instance.ask('POST', '/api/v4/projects', { as: instance.root, json: { name: 'app' } })
    const { runners_token: registration } = made.json as { readonly runners_token: string }
    const from = '192.0.2.1'
    const registered = await instance.ask('POST', '/api/v4/runners', { from, json: { token: registration } })
    const { token } = registered.json as { readonly token: string }
    expect(await ask('POST', '/api/v4/jobs/request', token, from)).toBe(204)
    for (let n = 0; n <= MOST; n++) await ask('POST', '/api/v4/jobs/request', `guess-${n}`, from)
    expect(await ask('POST', '/api/v4/jobs/request', 'guess', from)).toBe(429)
    expect(await ask('POST', '/api/v4/jobs/request', token, from)).toBe(204)
  })
})
