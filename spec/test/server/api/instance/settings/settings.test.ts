import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PATH = '/api/v4/application/settings'

describe('the settings over HTTP', () => {
  let instance: TestInstance
  let person: string
  beforeAll(async () => {
    instance = await openTestInstance()
    person = (await instance.person('ann')).token
  })
  afterAll(() => instance.close())

  const get = () => instance.ask('GET', PATH, { as: instance.root })
  const put = (json: unknown) => instance.ask('PUT', PATH, { as: instance.root, json })

  it('answer the whole record to an administrator', async () => {
    const answered = await get()
    expect(answered.status).toBe(200)
    expect(answered.json).toMatchObject({
      id: 1,
      created_at: '2022-08-22T12:00:00.000Z',
      default_projects_limit: 100000,
      restricted_visibility_levels: null,
      commit_email_hostname: 'users.noreply.forge.test',
      polling_interval_multiplier: '1.0',
      signin_enabled: true,
      password_authentication_enabled_for_web: true,
      deletion_adjourned_period: 7,
    })
    expect(answered.json).not.toHaveProperty('asset_proxy_secret_key')
    expect(answered.json).not.toHaveProperty('user_email_lookup_limit')
    expect(answered.json).not.toHaveProperty('performance_bar_allowed_group_path')
  })

  it('take the group of the performance bar by its path, and answer its number', async () => {
    const group = await instance.ask('POST', '/api/v4/groups', {
      as: instance.root,
      json: { name: 'Watch', path: 'watch' },
    })
    const { id } = group.json as { readonly id: number }
    const set = (path: string) =>
      instance.ask('PUT', PATH, { as: instance.root, json: { performance_bar_allowed_group_path: path } })
    expect((await set('watch')).json).toMatchObject({ performance_bar_allowed_group_id: id })
    expect((await set('')).json).toMatchObject({ performance_bar_allowed_group_id: null })
  })

  it.each(['GET', 'PUT'])('refuse %s to the anonymous and to everybody who is no administrator', async (method) => {
    expect(await instance.ask(method, PATH)).toMatchObject({ status: 401, json: { message: '401 Unauthorized' } })
    expect(await instance.ask(method, PATH, { as: person })).toMatchObject({
      status: 403,
      json: { message: '403 Forbidden' },
    })
  })

  it('know no other method', async () => {
    const answered = await instance.ask('DELETE', PATH, { as: instance.root })
    expect(answered).toMatchObject({ status: 405, json: { error: '405 Not Allowed' } })
    expect(answered.headers.get('allow')).toContain('PUT')
  })

  it('take query, form and JSON', async () => {
    expect(
      (
        await instance.ask('PUT', PATH, {
          as: instance.root,
          query: 'signup_enabled=false&default_project_visibility=internal',
        })
      ).json,
    ).toMatchObject({ signup_enabled: false, default_project_visibility: 'internal' })
    expect(
      (
        await instance.ask('PUT', PATH, {
          as: instance.root,
          form: 'domain_denylist[]=a.example&domain_denylist[]=b.example&repository_storages_weighted[default]=50',
        })
      ).json,
    ).toMatchObject({ domain_denylist: ['a.example', 'b.example'], repository_storages_weighted: { default: 50 } })
    expect((await put({ signup_enabled: true, max_personal_access_token_lifetime: null })).json).toMatchObject({
      signup_enabled: true,
      max_personal_access_token_lifetime: null,
    })
  })

  it('are the same in the next answer', async () => {
    const changed = await put({ sign_in_text: 'Welcome' })
    expect((await get()).json).toEqual(changed.json)
  })

  it('tell wrong parameters in one line', async () => {
    expect(
      await put({ signup_enabled: 'perhaps', default_projects_limit: 'many', captcha_enabled: true }),
    ).toMatchObject({
      status: 400,
      json: {
        error:
          'signup_enabled is invalid, captcha_site_key is missing, captcha_private_key is missing, default_projects_limit is invalid',
      },
    })
  })

  it('tell wrong values by name, and change nothing', async () => {
    const before = (await get()).json
    expect(
      await put({ sign_in_text: 'New', search_rate_limit: 'abc', max_artifacts_size: 0, enforce_terms: true }),
    ).toMatchObject({
      status: 400,
      json: {
        message: {
          search_rate_limit: ['is not a number'],
          max_artifacts_size: ['must be greater than 0'],
          base: ['You need to set terms to be enforced'],
        },
      },
    })
    expect((await get()).json).toEqual(before)
  })

  it('see null where it is a value, and where it is none', async () => {
    expect((await put({ domain_denylist: null })).json).toMatchObject({ domain_denylist: [] })
    expect(await put({ disable_feed_token: null })).toMatchObject({
      status: 400,
      json: { message: { disable_feed_token: ['must be a boolean value'] } },
    })
  })

  it('tell a request without any known name what could have been said', async () => {
    const answered = await put({ nonsense: 1 })
    expect(answered.status).toBe(400)
    expect(answered.json).toMatchObject({
      error: expect.stringMatching(/^admin_mode, .*at least one parameter must be provided$/),
    })
  })

  it('give credentials to the administrator, but never those that are hidden', async () => {
    const answered = await put({
      spamfilter_api_key: 'key',
      asset_proxy_secret_key: 'hidden',
      cluster_secret_access_key: 'hidden',
    })
    expect(answered.json).toMatchObject({ spamfilter_api_key: 'key' })
    expect(answered.text).not.toContain('hidden')
  })

  it('know who may pass the limits on fetches', async () => {
    expect(await put({ git_rate_limit_users_allowlist: ['ann', 'nobody'] })).toMatchObject({
      status: 400,
      json: {
        message: {
          git_rate_limit_users_allowlist: ['should be an array of existing usernames. nobody does not exist'],
        },
      },
    })
    expect((await put({ git_rate_limit_users_allowlist: ['ann'] })).json).toMatchObject({
      git_rate_limit_users_allowlist: ['ann'],
    })
  })

  it('take text that is no JSON as a parameter error', async () => {
    const answered = await instance.ask('PUT', PATH, { as: instance.root, json: '{"signup_enabled":' })
    expect(answered.status).toBe(400)
    expect(answered.text).toContain('message body does not match declared format')
  })

  it.each(['__proto__', 'constructor', 'toString'])('are not fooled by %s', async (name) => {
    const answered = await instance.ask('PUT', PATH, {
      as: instance.root,
      json: `{"${name}": {"signup_enabled": true}}`,
    })
    expect(answered.status).toBe(400)
  })
})

describe('the settings of the free tier', () => {
  it('have no paid fields and drop paid parameters', async () => {
    const instance = await openTestInstance({ tier: 'free' })
    const answered = await instance.ask('PUT', PATH, { as: instance.root, json: { maintenance_mode: true } })
    expect(answered.status).toBe(200)
    expect(answered.json).not.toHaveProperty('maintenance_mode')
    await instance.close()
  })
})

/** What stands in nested JSON under these keys. */
const at = (json: unknown, ...keys: ReadonlyArray<string>): unknown =>
  keys.reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>>)[key], json)

describe('the OpenAPI document', () => {
  it('has the fields of the settings that the tier and the release have, and no others', async () => {
    for (const [tier, release] of [
      ['ultimate', '14.10'],
      ['free', '16.0'],
    ] as const) {
      const instance = await openTestInstance({ tier, release })
      const document = await instance.ask('GET', '/api/v4/openapi.json')
      const answered = await instance.ask('GET', PATH, { as: instance.root })
      await instance.close()
      const schema = at(
        document.json,
        'paths',
        '/application/settings',
        'get',
        'responses',
        '200',
        'content',
        'application/json',
        'schema',
      )
      const properties = at(schema, 'properties') as object
      expect(Object.keys(properties).sort()).toEqual(Object.keys(answered.json as object).sort())
    }
  })
})
