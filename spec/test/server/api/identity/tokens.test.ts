import { revokeOutlivedTokens } from '@forgefold/core/domains/identity/personal-access-token'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Made {
  readonly id: number
  readonly token: string
}

describe('personal access tokens over HTTP', () => {
  let instance: TestInstance
  let ann: { readonly id: number; readonly token: string }
  let ben: { readonly id: number; readonly token: string }
  beforeAll(async () => {
    instance = await openTestInstance({ release: '15.5' })
    ann = await instance.person('ann')
    ben = await instance.person('ben')
  })
  afterAll(() => instance.close())

  const ask = (as: string, method: string, path: string, json?: unknown, query = '') =>
    instance.ask(method, `/api/v4${path}`, { as, json, query })
  const make = async (json: unknown): Promise<Made> =>
    (await ask(instance.root, 'POST', `/users/${ann.id}/personal_access_tokens`, json)).json as Made

  it('are made by administrators and shown once', async () => {
    const made = await ask(instance.root, 'POST', `/users/${ann.id}/personal_access_tokens`, {
      name: 'robot',
      scopes: ['read_api', 'read_user'],
      expires_at: '2022-09-01',
    })
    expect(made).toMatchObject({
      status: 201,
      json: {
        name: 'robot',
        revoked: false,
        active: true,
        scopes: ['read_api', 'read_user'],
        user_id: ann.id,
        last_used_at: null,
        expires_at: '2022-09-01',
        token: expect.stringMatching(/^glpat-[\w-]{20}$/),
      },
    })
    const { id, token } = made.json as Made
    const read = await ask(ann.token, 'GET', `/personal_access_tokens/${id}`)
    expect(read.status).toBe(200)
    expect(read.json).not.toHaveProperty('token')
    const history = await instance.forge.events.readAll({ limit: 100_000 })
    expect(history.kind === 'Read' && JSON.stringify(history.events)).not.toContain(token)
  })

  it.each([
    [{}, 'name is missing, scopes is missing'],
    [{ name: '', scopes: ['api'] }, 'name is empty'],
    [{ name: 'x', scopes: ['openid'] }, 'scopes does not have a valid value'],
    [{ name: 'x', scopes: 'api,nothing' }, 'scopes does not have a valid value'],
    [{ name: 'x', scopes: ['api'], expires_at: 'soon' }, 'expires_at is invalid'],
  ])('are refused with the documented text: %j', async (json, error) => {
    expect(await ask(instance.root, 'POST', `/users/${ann.id}/personal_access_tokens`, json)).toMatchObject({
      status: 400,
      json: { error },
    })
  })

  it('need a user, and an administrator', async () => {
    const json = { name: 'x', scopes: ['api'] }
    expect(await ask(instance.root, 'POST', '/users/999/personal_access_tokens', json)).toMatchObject({
      status: 404,
      json: { message: '404 User Not Found' },
    })
    expect(await ask(ann.token, 'POST', `/users/${ann.id}/personal_access_tokens`, json)).toMatchObject({ status: 403 })
  })

  it('reach as far as their scopes', async () => {
    const { token: readApi } = await make({ name: 'r', scopes: ['read_api'] })
    const { token: readUser } = await make({ name: 'u', scopes: ['read_user'] })
    const { token: git } = await make({ name: 'g', scopes: ['write_repository'] })
    expect(await ask(readApi, 'GET', '/projects')).toMatchObject({ status: 200 })
    expect(await ask(readApi, 'POST', '/groups', { name: 'a', path: 'a' })).toMatchObject({
      status: 403,
      json: {
        error: 'insufficient_scope',
        error_description: 'The request requires higher privileges than provided by the access token.',
        scope: 'api read_api',
      },
    })
    expect(await ask(readUser, 'GET', '/user')).toMatchObject({ status: 200 })
    expect(await ask(readUser, 'GET', '/version')).toMatchObject({ status: 200, json: { version: '15.5.0-ee' } })
    expect(await ask(readUser, 'GET', '/projects')).toMatchObject({ status: 403 })
    expect(await ask(git, 'GET', '/user')).toMatchObject({ status: 403, json: { scope: 'read_user api read_api' } })
  })

  it('come by header, Bearer or parameter', async () => {
    const get = (headers: Record<string, string>, query = '') => instance.ask('GET', '/api/v4/user', { headers, query })
    expect(await get({ Authorization: `Bearer ${ann.token}` })).toMatchObject({ json: { id: ann.id } })
    expect(await get({}, `private_token=${ann.token}`)).toMatchObject({ json: { id: ann.id } })
    expect(await get({}, `access_token=${ann.token}`)).toMatchObject({ json: { id: ann.id } })
    expect(await get({}, `bearer_token=${ann.token}`)).toMatchObject({ json: { id: ann.id } })
    expect(await get({ Authorization: 'Bearer wrong', 'PRIVATE-TOKEN': ann.token })).toMatchObject({ status: 401 })
  })

  it('die on their day and when revoked, each with its own words', async () => {
    const expiring = await make({ name: 'e', scopes: ['api'], expires_at: '2022-08-23' })
    expect(await ask(expiring.token, 'GET', '/user')).toMatchObject({ status: 200 })
    instance.clock.advance(12 * 3600 * 1000)
    const dead = await ask(expiring.token, 'GET', '/user')
    expect(dead).toMatchObject({
      status: 401,
      json: {
        error: 'invalid_token',
        error_description: 'Token is expired. You can either do re-authorization or token refresh.',
      },
    })
    expect(dead.headers.get('www-authenticate')).toContain('error="invalid_token"')
    const revoked = await make({ name: 'r', scopes: ['api'] })
    expect(await ask(revoked.token, 'GET', '/user')).toMatchObject({ status: 200 })
    expect(await ask(ann.token, 'DELETE', `/personal_access_tokens/${revoked.id}`)).toMatchObject({ status: 204 })
    expect(await ask(revoked.token, 'GET', '/user')).toMatchObject({
      status: 401,
      json: { error_description: 'Token was revoked. You have to re-authorize from the user.' },
    })
    expect(await ask(revoked.token, 'GET', '/projects')).toMatchObject({ status: 401 })
    expect(await ask(ann.token, 'GET', `/personal_access_tokens/${revoked.id}`)).toMatchObject({
      json: { revoked: true, active: false },
    })
  })

  it('do not outlive the limit that the instance sets', async () => {
    const limited = await openTestInstance()
    const { id, token } = await limited.person('ann')
    const limit = { as: limited.root, json: { max_personal_access_token_lifetime: 30 } }
    expect(await limited.ask('PUT', '/api/v4/application/settings', limit)).toMatchObject({ status: 200 })
    const makeUntil = (expires_at?: string) =>
      limited.ask('POST', `/api/v4/users/${id}/personal_access_tokens`, {
        as: limited.root,
        json: { name: 't', scopes: ['api'], expires_at },
      })
    expect(await makeUntil()).toMatchObject({ status: 400, json: { message: { expires_at: ["can't be blank"] } } })
    expect(await makeUntil('2022-10-30')).toMatchObject({
      status: 400,
      json: { message: { expires_at: ['is invalid'] } },
    })
    expect(await makeUntil('2022-09-10')).toMatchObject({ status: 201 })
    expect(await limited.ask('GET', '/api/v4/user', { as: token })).toMatchObject({ status: 200 })
    await revokeOutlivedTokens(limited.forge, limited.caller())
    expect(await limited.ask('GET', '/api/v4/user', { as: token })).toMatchObject({ status: 401 })
    await limited.close()
  })

  it("show nobody else's", async () => {
    const { id } = await make({ name: 'mine', scopes: ['api'] })
    expect(await ask(ben.token, 'GET', `/personal_access_tokens/${id}`)).toMatchObject({ status: 401 })
    expect(await ask(ben.token, 'GET', '/personal_access_tokens/99999')).toMatchObject({ status: 401 })
    expect(await ask(instance.root, 'GET', '/personal_access_tokens/99999')).toMatchObject({
      status: 404,
      json: { message: '404 Not Found' },
    })
    expect(await ask(ben.token, 'GET', '/personal_access_tokens', undefined, `user_id=${ann.id}`)).toMatchObject({
      status: 401,
    })
    const all = await ask(instance.root, 'GET', '/personal_access_tokens', undefined, `user_id=${ann.id}&state=active`)
    expect(all.json).toSatisfy(
      (rows: ReadonlyArray<{ user_id: number; active: boolean }>) =>
        rows.length > 1 && rows.every((row) => row.user_id === ann.id && row.active),
    )
  })

  it('know themselves and may end themselves', async () => {
    const made = await make({ name: 'self', scopes: ['read_api'] })
    expect(await ask(made.token, 'GET', '/personal_access_tokens/self')).toMatchObject({
      status: 200,
      json: { id: made.id, last_used_at: expect.any(String) },
    })
    expect(await ask(made.token, 'DELETE', '/personal_access_tokens/self')).toMatchObject({ status: 204 })
    expect(await ask(made.token, 'GET', '/personal_access_tokens/self')).toMatchObject({ status: 401 })
  })

  it('of impersonation are kept apart', async () => {
    const path = `/users/${ben.id}/impersonation_tokens`
    const made = await ask(instance.root, 'POST', path, { name: 'as ben', scopes: ['api'] })
    expect(made).toMatchObject({ status: 201, json: { impersonation: true, user_id: ben.id } })
    const { id, token } = made.json as Made
    expect(await ask(token, 'GET', '/user')).toMatchObject({ json: { id: ben.id } })
    expect(await ask(instance.root, 'GET', path)).toMatchObject({ json: [{ id }] })
    expect(await ask(instance.root, 'DELETE', `${path}/${id}`)).toMatchObject({ status: 204 })
    expect(await ask(token, 'GET', '/user')).toMatchObject({ status: 401 })
  })
})

describe('sudo', () => {
  let instance: TestInstance
  let ann: { readonly id: number; readonly token: string }
  beforeAll(async () => {
    instance = await openTestInstance()
    ann = await instance.person('ann')
  })
  afterAll(() => instance.close())

  const get = (as: string | undefined, sudo: string) =>
    instance.ask('GET', '/api/v4/user', { as, headers: { Sudo: sudo } })

  it('lets an administrator act as somebody, by id or name', async () => {
    expect(await get(instance.root, String(ann.id))).toMatchObject({ json: { id: ann.id } })
    expect(await get(instance.root, 'ANN')).toMatchObject({ json: { id: ann.id } })
    const byParameter = await instance.ask('GET', '/api/v4/user', { as: instance.root, query: 'sudo=ann' })
    expect(byParameter).toMatchObject({ json: { id: ann.id } })
  })

  it.each([
    ['a blank header', { headers: { Sudo: '' } }],
    ['a blank parameter', { query: 'sudo=' }],
    ['a list', { query: 'sudo[]=ann' }],
    ['a hash', { query: 'sudo[name]=ann' }],
    ['false', { json: { sudo: false } }],
  ])('never lets the administrator act as themselves instead: %s', async (_, asked) => {
    const { status, json } = await instance.ask('PUT', '/api/v4/user/status', { as: instance.root, ...asked })
    expect({ status, json }).toEqual({ status: 404, json: { message: "404 User with ID or username '' Not Found" } })
  })

  it('is not asked for by null', async () => {
    const asked = { as: instance.root, json: { sudo: null } }
    expect(await instance.ask('PUT', '/api/v4/user/status', asked)).toMatchObject({ status: 200 })
  })

  it('is refused to everybody else, each with its own words', async () => {
    expect(await get(undefined, 'ann')).toMatchObject({ status: 401 })
    expect(await get(ann.token, 'root')).toMatchObject({
      status: 403,
      json: { message: '403 Forbidden - Must be admin to use sudo' },
    })
    expect(await get(instance.root, 'nobody')).toMatchObject({
      status: 404,
      json: { message: "404 User with ID or username 'nobody' Not Found" },
    })
    const made = await instance.ask('POST', '/api/v4/users/1/personal_access_tokens', {
      as: instance.root,
      json: { name: 'no sudo', scopes: ['api'] },
    })
    expect(await get((made.json as Made).token, 'ann')).toMatchObject({
      status: 403,
      json: { error: 'insufficient_scope', scope: 'sudo' },
    })
  })
})
