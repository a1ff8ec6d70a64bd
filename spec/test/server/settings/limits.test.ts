import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const PATH = '/api/v4/application/settings'

describe('throttles', () => {
  let instance: TestInstance
  let ann: string
  let ben: string
  beforeAll(async () => {
    instance = await openTestInstance()
    ann = (await instance.person('ann')).token
    ben = (await instance.person('ben')).token
  })
  afterAll(() => instance.close())
  beforeEach(() => instance.clock.advance(24 * 3600 * 1000))

  const set = async (json: unknown): Promise<void> => {
    expect(await instance.ask('PUT', PATH, { as: instance.root, json })).toMatchObject({ status: 200 })
  }
  const family = (name: string, requests: number, seconds: number, enabled = true) => ({
    [`throttle_${name}_enabled`]: enabled,
    [`throttle_${name}_requests_per_period`]: requests,
    [`throttle_${name}_period_in_seconds`]: seconds,
  })
  const status = async (path: string, asked: Parameters<TestInstance['ask']>[2] = {}): Promise<number> =>
    (await instance.ask('GET', path, asked)).status

  it('let a limit of requests through and refuse the next, in plain text with all headers', async () => {
    await set({ ...family('unauthenticated_api', 2, 30), rate_limiting_response_text: '' })
    const from = '10.0.0.1'
    expect(await status('/api/v4/nothing', { from })).toBe(404)
    expect(await status('/api/v4/nothing', { from })).toBe(404)
    instance.clock.advance(10_000)
    const refused = await instance.ask('GET', '/api/v4/nothing', { from })
    expect(refused).toMatchObject({ status: 429, text: 'Retry later\n' })
    const now = Date.parse(instance.clock.now()) / 1000
    const end = (Math.floor(now / 30) + 1) * 30
    expect(Object.fromEntries(refused.headers)).toMatchObject({
      'content-type': 'text/plain',
      'ratelimit-name': 'throttle_unauthenticated_api',
      'ratelimit-limit': '4',
      'ratelimit-observed': '3',
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(end),
      'ratelimit-resettime': new Date(end * 1000).toUTCString(),
      'retry-after': String(end - now),
    })
    expect(await status('/api/v4/nothing', { from: '10.0.0.2' })).toBe(404)
    instance.clock.advance(30_000)
    expect(await status('/api/v4/nothing', { from })).toBe(404)
  })

  it('say what the instance wants said', async () => {
    await set({ ...family('unauthenticated_api', 1, 60), rate_limiting_response_text: 'Slowly, please' })
    await status('/api/v4/nothing', { from: '10.0.1.1' })
    expect(await instance.ask('GET', '/api/v4/nothing', { from: '10.0.1.1' })).toMatchObject({
      text: 'Slowly, please\n',
    })
  })

  it('count a user over all tokens, and each user alone', async () => {
    await set({ ...family('unauthenticated_api', 1, 60, false), ...family('authenticated_api', 2, 60) })
    expect(await status('/api/v4/nothing', { as: ann, from: '10.0.2.1' })).toBe(404)
    expect(await status('/api/v4/nothing', { headers: { authorization: `Bearer ${ann}` }, from: '10.0.2.2' })).toBe(404)
    expect(await status('/api/v4/nothing', { query: `private_token=${ann}` })).toBe(429)
    expect(await status('/api/v4/nothing', { as: ben })).toBe(404)
    await set(family('authenticated_api', 2, 60, false))
  })

  it('count a bad token as anonymous', async () => {
    await set({ ...family('unauthenticated_api', 1, 60) })
    await status('/api/v4/user', { as: 'not-a-token', from: '10.0.3.1' })
    const refused = await instance.ask('GET', '/api/v4/user', { as: 'not-a-token', from: '10.0.3.1' })
    expect(refused.headers.get('ratelimit-name')).toBe('throttle_unauthenticated_api')
    await set(family('unauthenticated_api', 1, 60, false))
  })

  it('tell package protocols, the API and the rest apart', async () => {
    const named = async (path: string): Promise<string | undefined> => {
      instance.clock.advance(60_000)
      await instance.ask('GET', path, { from: '10.0.4.1' })
      return (await instance.ask('GET', path, { from: '10.0.4.1' })).headers.get('ratelimit-name')
    }
    await set({
      ...family('unauthenticated_api', 1, 60),
      ...family('unauthenticated_packages_api', 1, 60),
      ...family('unauthenticated_web', 1, 60),
    })
    expect(await named('/api/v4/projects/1/packages/npm/x')).toBe('throttle_unauthenticated_packages_api')
    expect(await named('/api/v4/groups/a%2Fb/-/packages/npm/x')).toBe('throttle_unauthenticated_packages_api')
    expect(await named('/api/v4/packages/npm/x')).toBe('throttle_unauthenticated_packages_api')
    expect(await named('/api/v4/projects/1/packages/5')).toBe('throttle_unauthenticated_api')
    expect(await named('/api/v4/projects/1/packages')).toBe('throttle_unauthenticated_api')
    expect(await named('/api/v4/groups/1/packages')).toBe('throttle_unauthenticated_api')
    expect(await named('/oauth/token')).toBe('throttle_unauthenticated_web')
    expect(await named('/-/health')).toBe(undefined)
    await set(family('unauthenticated_packages_api', 1, 60, false))
    expect(await named('/api/v4/projects/1/packages/npm/x')).toBe('throttle_unauthenticated_api')
    await set({ ...family('unauthenticated_api', 1, 60, false), ...family('unauthenticated_web', 1, 60, false) })
  })

  it('are off at first', async () => {
    const fresh = await openTestInstance()
    for (let index = 0; index < 50; index++) expect((await fresh.ask('GET', '/api/v4/nothing')).status).toBe(404)
    await fresh.close()
  })
})

describe('the doors where passwords are tried', () => {
  it('take ten posts a minute from an address where they are protected', async () => {
    const instance = await openTestInstance({ more: { protectedPaths: { requests: 10, seconds: 60 } } })
    for (let index = 0; index < 10; index++) expect((await instance.ask('POST', '/users/sign_in')).status).not.toBe(429)
    expect((await instance.ask('POST', '/users/sign_in')).status).toBe(429)
    expect((await instance.ask('GET', '/users/sign_in')).status).not.toBe(429)
    expect((await instance.ask('POST', '/users/sign_in', { from: '10.1.1.1' })).status).not.toBe(429)
    await instance.close()
  })
})

describe('maintenance mode', () => {
  it('is switched on and off by an administrator', async () => {
    const instance = await openTestInstance()
    const ann = (await instance.person('ann')).token
    const on = await instance.ask('PUT', PATH, {
      as: instance.root,
      json: { maintenance_mode: true, maintenance_mode_message: 'Back soon' },
    })
    expect(on).toMatchObject({ status: 200, json: { maintenance_mode: true } })
    expect(await instance.ask('PUT', PATH, { as: ann, json: { signup_enabled: false } })).toMatchObject({
      status: 403,
      json: { message: '403 Forbidden' },
    })
    expect((await instance.ask('PUT', PATH, { as: instance.root, json: { maintenance_mode: false } })).status).toBe(200)
    await instance.close()
  })
})

describe('the limit on addresses', () => {
  it('refuses a user who comes from too many within the window', async () => {
    const instance = await openTestInstance()
    const set = await instance.ask('PUT', PATH, {
      as: instance.root,
      json: { unique_ips_limit_enabled: true, unique_ips_limit_per_user: 2, unique_ips_limit_time_window: 60 },
    })
    expect(set.status).toBe(200)
    const from = (address: string) => instance.ask('GET', PATH, { as: instance.root, from: address })
    expect((await from('10.0.0.1')).status).toBe(200)
    expect((await from('10.0.0.2')).status).toBe(200)
    expect(await from('10.0.0.3')).toMatchObject({ status: 403, json: { message: '403 Forbidden' } })
    instance.clock.advance(61_000)
    expect((await from('10.0.0.3')).status).toBe(200)
    await instance.close()
  })
})
