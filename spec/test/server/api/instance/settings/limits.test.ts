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

  it('see through every way of writing a path', async () => {
    const named = async (path: string): Promise<string | undefined> => {
      instance.clock.advance(60_000)
      await instance.ask('GET', path, { from: '10.0.5.1' })
      return (await instance.ask('GET', path, { from: '10.0.5.1' })).headers.get('ratelimit-name')
    }
    await set({
      ...family('unauthenticated_api', 1, 60),
      ...family('unauthenticated_packages_api', 1, 60),
      ...family('unauthenticated_web', 1, 60),
    })
    for (const path of ['/%61pi/v4/version', '//api/v4/version', '/./api/v4/version/', '/x/%2e%2E/api/%76%34/version'])
      expect(await named(path)).toBe('throttle_unauthenticated_api')
    for (const path of ['/api/v4/projects/1/%70ackages/npm/x', '/api//v4/projects/a%2fb/packages/./npm/x'])
      expect(await named(path)).toBe('throttle_unauthenticated_packages_api')
    // What is exempt is what is served so, not what is called so on the way.
    expect(await named('/-/health/../../api/v4/version')).toBe('throttle_unauthenticated_api')
    expect(await named('/api/v4/internal/../version')).toBe('throttle_unauthenticated_api')
    expect(await named('/-/%68ealth/')).toBe(undefined)
    for (const name of ['unauthenticated_api', 'unauthenticated_packages_api', 'unauthenticated_web'])
      await set(family(name, 1, 60, false))
  })

  it('count the holder of a token in Basic credentials, and the network of an address', async () => {
    const basic = (password: string) => ({
      authorization: `Basic ${Buffer.from(`git:${password}`).toString('base64')}`,
    })
    const named = async (headers: Readonly<Record<string, string>>, froms: ReadonlyArray<string>) => {
      instance.clock.advance(60_000)
      const path = '/nobody/nothing.git/info/refs'
      let last: string | undefined
      for (const from of froms)
        last = (await instance.ask('GET', path, { headers, from })).headers.get('ratelimit-name')
      return last
    }
    await set({ ...family('authenticated_web', 1, 60), ...family('unauthenticated_web', 1, 60) })
    expect(await named(basic(ann), ['10.0.6.1', '10.0.6.2'])).toBe('throttle_authenticated_web')
    expect(await named(basic('wrong'), ['10.0.6.3', '10.0.6.3'])).toBe('throttle_unauthenticated_web')
    expect(await named({}, ['2001:db8::1', '2001:db8::2'])).toBe('throttle_unauthenticated_web')
    expect(await named({}, ['2001:db8::1', '2001:db8:0:1::2'])).toBe(undefined)
    await set({ ...family('authenticated_web', 1, 60, false), ...family('unauthenticated_web', 1, 60, false) })
  })

  it('are off at first', async () => {
    const fresh = await openTestInstance()
    for (let index = 0; index < 50; index++) expect((await fresh.ask('GET', '/api/v4/nothing')).status).toBe(404)
    await fresh.close()
  })
})

describe('the endpoints that take passwords', () => {
  it('take ten posts a minute from an address where they are protected', async () => {
    const instance = await openTestInstance({ more: { protectedPaths: { requests: 10, seconds: 60 } } })
    for (let index = 0; index < 10; index++) expect((await instance.ask('POST', '/users/sign_in')).status).not.toBe(429)
    expect((await instance.ask('POST', '/users/sign_in')).status).toBe(429)
    expect((await instance.ask('GET', '/users/sign_in')).status).not.toBe(429)
    expect((await instance.ask('POST', '/users/sign_in', { from: '10.1.1.1' })).status).not.toBe(429)
    for (const path of ['/users/%73ign_in', '//users/sign_in', '/users/x/../sign_in/', '/%75sers/./sign_in'])
      expect([path, (await instance.ask('POST', path)).status]).toEqual([path, 429])
    await instance.close()
  })
})

describe('maintenance mode', () => {
  let instance: TestInstance
  let ann: string
  beforeAll(async () => {
    instance = await openTestInstance()
    ann = (await instance.person('ann')).token
    const on = await instance.ask('PUT', PATH, { as: instance.root, json: { maintenance_mode: true } })
    expect(on).toMatchObject({ status: 200, json: { maintenance_mode: true } })
  })
  afterAll(() => instance.close())

  const project = (as: string, path: string) =>
    instance.ask('POST', '/api/v4/projects', { as, json: { name: path, path } })
  const readOnly = { status: 403, json: { message: 'You cannot perform write operations on a read-only instance' } }

  it('stops writes of everybody who is no administrator', async () => {
    expect(await project(ann, 'one')).toMatchObject(readOnly)
    expect((await project(instance.root, 'two')).status).toBe(201)
  })
  it('lets everybody read', async () => {
    expect((await instance.ask('GET', '/api/v4/projects', { as: ann })).status).toBe(200)
  })
  it('leaves the token endpoint open and closes revocation', async () => {
    const form = 'grant_type=password&username=nobody&password=wrong'
    expect((await instance.ask('POST', '/oauth/token', { form })).status).not.toBe(403)
    expect(await instance.ask('POST', '/oauth/revoke', { form: 'token=x' })).toMatchObject(readOnly)
  })
  it('is still refused as a setting to everybody but administrators, who switch it off', async () => {
    expect(await instance.ask('PUT', PATH, { as: ann, json: { maintenance_mode: false } })).toMatchObject({
      status: 403,
      json: { message: '403 Forbidden' },
    })
    expect((await instance.ask('PUT', PATH, { as: instance.root, json: { maintenance_mode: false } })).status).toBe(200)
    expect((await project(ann, 'three')).status).toBe(201)
  })
})

describe('the limit on searches', () => {
  it.each(['/issues', '/projects', '/groups', '/users'])('counts the searches of %s too', async (path) => {
    const instance = await openTestInstance()
    const ask = (method: string, where: string, more: object) =>
      instance.ask(method, `/api/v4${where}`, { as: instance.root, ...more })
    await ask('PUT', '/application/settings', { json: { search_rate_limit: 1 } })
    expect((await ask('GET', path, { query: 'search=x' })).status).toBe(200)
    expect((await ask('GET', path, { query: 'search=x' })).status).toBe(429)
    expect((await ask('GET', path, {})).status).toBe(200)
    await instance.close()
  })

  it('counts lists of merge requests with a search, by user, in each minute', async () => {
    const instance = await openTestInstance()
    await instance.ask('PUT', PATH, {
      as: instance.root,
      json: { search_rate_limit: 2, search_rate_limit_unauthenticated: 1 },
    })
    const ann = (await instance.person('ann')).token
    const list = (as: string | undefined, query: string) => instance.ask('GET', '/api/v4/merge_requests', { as, query })
    for (let index = 0; index < 5; index++) expect((await list(ann, 'scope=all')).status).toBe(200)
    expect((await list(ann, 'search=x')).status).toBe(200)
    expect((await list(ann, 'search=y&scope=all')).status).toBe(200)
    expect(await list(ann, 'search=z')).toMatchObject({
      status: 429,
      json: { message: { error: 'This endpoint has been requested too many times. Try again later.' } },
    })
    expect((await list(instance.root, 'search=x')).status).toBe(200)
    instance.clock.advance(60_000)
    expect((await list(ann, 'search=x')).status).toBe(200)
    await instance.close()
  })
})

describe('settings that other areas obey', () => {
  let instance: TestInstance
  let ann: { readonly id: number; readonly token: string }
  beforeAll(async () => {
    instance = await openTestInstance()
    ann = await instance.person('ann')
  })
  afterAll(() => instance.close())
  const set = async (json: unknown): Promise<void> => {
    expect(await instance.ask('PUT', PATH, { as: instance.root, json })).toMatchObject({ status: 200 })
  }
  const project = (path: string, more: object = {}, as = ann.token) =>
    instance.ask('POST', '/api/v4/projects', { as, json: { name: path, path, ...more } })

  it('new projects take the default visibility, and restricted ones are refused to all but administrators', async () => {
    await set({ default_project_visibility: 'internal', restricted_visibility_levels: ['public'] })
    expect(await project('a')).toMatchObject({ status: 201, json: { visibility: 'internal' } })
    expect(await project('b', { visibility: 'public' })).toMatchObject({
      status: 400,
      json: { message: { visibility_level: ['public has been restricted by your GitLab administrator'] } },
    })
    expect((await project('c', { visibility: 'public' }, instance.root)).status).toBe(201)
    await set({ default_project_visibility: 'private', restricted_visibility_levels: [] })
    expect((await project('d', { visibility: 'public' })).status).toBe(201)
  })

  it('forks become as visible as is permitted, for administrators too', async () => {
    await set({ restricted_visibility_levels: [] })
    const source = (await project('source', { visibility: 'public' })).json as { readonly id: number }
    const fork = (path: string, as: string, more: object = {}) =>
      instance.ask('POST', `/api/v4/projects/${source.id}/fork`, { as, json: { path, name: path, ...more } })
    for (const [path, restricted, visibility] of [
      ['free', [], 'public'],
      ['less', ['public'], 'internal'],
      ['least', ['public', 'internal'], 'private'],
    ] as const) {
      await set({ restricted_visibility_levels: restricted })
      for (const as of [ann.token, instance.root])
        expect(await fork(path, as)).toMatchObject({ status: 201, json: { visibility } })
      expect(await fork(`${path}-asked`, ann.token, { visibility: 'public' })).toMatchObject({
        status: 201,
        json: { visibility },
      })
    }
    await set({ restricted_visibility_levels: [] })
  })

  it('new users may make as many projects as the limit says', async () => {
    await set({ default_projects_limit: 1 })
    const ben = await instance.person('ben')
    expect((await project('one', {}, ben.token)).status).toBe(201)
    expect((await project('two', {}, ben.token)).text).toContain('Your project limit is 1 projects!')
  })

  it('new repositories begin with the default branch', async () => {
    await set({ default_branch_name: 'trunk' })
    expect(await project('with-readme', { initialize_with_readme: true })).toMatchObject({
      json: { default_branch: 'trunk' },
    })
  })

  it('new tokens have the prefix and the longest life of the instance', async () => {
    await set({ personal_access_token_prefix: 'forge-', max_personal_access_token_lifetime: 10 })
    const path = `/api/v4/users/${ann.id}/personal_access_tokens`
    const make = (json: object) =>
      instance.ask('POST', path, { as: instance.root, json: { name: 't', scopes: ['api'], ...json } })
    expect(await make({})).toMatchObject({ status: 400, json: { message: { expires_at: ["can't be blank"] } } })
    expect(await make({ expires_at: '2022-09-02' })).toMatchObject({
      status: 400,
      json: { message: { expires_at: ['is invalid'] } },
    })
    expect(await make({ expires_at: '2022-09-01' })).toMatchObject({
      status: 201,
      json: { token: expect.stringMatching(/^forge-/) },
    })
  })

  it('passwords open the token endpoint only while they open Git', async () => {
    const form = 'grant_type=password&username=root&password=correct%20horse'
    expect((await instance.ask('POST', '/oauth/token', { form })).status).toBe(200)
    await set({ password_authentication_enabled_for_git: false })
    expect(await instance.ask('POST', '/oauth/token', { form })).toMatchObject({ json: { error: 'invalid_grant' } })
  })

  it('new passwords are of the asked kind', async () => {
    await set({ password_number_required: true })
    const user = { username: 'cid', name: 'Cid', email: 'cid@example.com' }
    const make = (password: string) =>
      instance.ask('POST', '/api/v4/users', { as: instance.root, json: { ...user, password } })
    expect((await make('onlyletters')).status).toBe(400)
    expect((await make('onlyletters1')).status).toBe(201)
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
    const page = await instance.ask('GET', '/profile', { as: instance.root, from: '10.0.0.4' })
    expect([page.status, page.text]).toEqual([403, 'Too many logins from different IPs\n'])
    const authorization = `Basic ${Buffer.from(`oauth2:${instance.root}`).toString('base64')}`
    const fetching = (address: string) =>
      instance.ask('GET', '/root/none.git/info/refs', {
        headers: { authorization },
        query: 'service=git-upload-pack',
        from: address,
      })
    expect((await fetching('10.0.0.5')).status).toBe(403)
    instance.clock.advance(61_000)
    expect((await from('10.0.0.3')).status).toBe(200)
    expect((await fetching('10.0.0.3')).status).toBe(404)
    await instance.close()
  })
})
