import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe('users over HTTP', () => {
  let instance: TestInstance
  let ann: { readonly id: number; readonly token: string }
  beforeAll(async () => {
    instance = await openTestInstance()
    ann = await instance.person('ann')
  })
  afterAll(() => instance.close())

  const asRoot = (method: string, path: string, json?: unknown) =>
    instance.ask(method, `/api/v4${path}`, { as: instance.root, json })
  const asAnn = (method: string, path: string, json?: unknown) =>
    instance.ask(method, `/api/v4${path}`, { as: ann.token, json })

  const someone = { username: 'ben', name: 'Ben', email: 'ben@example.com', password: 'long enough' }

  it('read themselves, without what only administrators see', async () => {
    const { status, json } = await asAnn('GET', '/user')
    expect(status).toBe(200)
    expect(json).toMatchObject({
      id: ann.id,
      username: 'ann',
      name: 'ann',
      email: 'ann@example.com',
      state: 'active',
      avatar_url: `http://forge.test/-/identicons/${ann.id}.svg`,
      web_url: 'http://forge.test/ann',
      two_factor_enabled: false,
      can_create_project: true,
    })
    expect(json).not.toHaveProperty('is_admin')
    expect((await asRoot('GET', '/user')).json).toMatchObject({ username: 'root', is_admin: true, namespace_id: 1 })
  })

  it('are asked who they are', async () => {
    expect(await instance.ask('GET', '/api/v4/user')).toMatchObject({
      status: 401,
      json: { message: '401 Unauthorized' },
    })
    expect(await instance.ask('GET', '/api/v4/user', { as: 'nonsense' })).toMatchObject({ status: 401 })
  })

  it('are made by administrators only, once for each name and address', async () => {
    expect(await asAnn('POST', '/users', someone)).toMatchObject({ status: 403, json: { message: '403 Forbidden' } })
    const made = await asRoot('POST', '/users', { ...someone, skip_confirmation: 'true', bio: 'Hello' })
    expect(made).toMatchObject({ status: 201, json: { username: 'ben', bio: 'Hello', external: false } })
    expect(made.text).not.toContain('long enough')
    expect(await asRoot('POST', '/users', { ...someone, username: 'BEN' })).toMatchObject({
      status: 409,
      json: { message: 'Email has already been taken' },
    })
    expect(await asRoot('POST', '/users', { ...someone, username: 'BEN', email: 'other@example.com' })).toMatchObject({
      status: 409,
      json: { message: 'Username has already been taken' },
    })
  })

  it('are refused with every finding', async () => {
    expect(await asRoot('POST', '/users', {})).toMatchObject({
      status: 400,
      json: {
        error:
          'email is missing, name is missing, username is missing, password, reset_password, force_random_password are missing, at least one parameter must be provided',
      },
    })
    expect(
      await asRoot('POST', '/users', { username: 'a b', name: '', email: 'nowhere', password: 'short' }),
    ).toMatchObject({
      status: 400,
      json: {
        message: {
          email: ['is invalid'],
          name: ["can't be blank"],
          password: ['is too short (minimum is 8 characters)'],
          username: [expect.stringContaining('can contain only letters')],
        },
      },
    })
  })

  it('always have a picture, drawn here', async () => {
    const { avatar_url } = (await asAnn('GET', '/user')).json as { readonly avatar_url: string }
    const picture = await instance.ask('GET', avatar_url.replace('http://forge.test', ''))
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(picture.text).toMatch(/^<svg /)
    expect((await instance.ask('GET', '/-/identicons/x.svg')).status).toBe(404)
  })

  it('are listed by name for everybody, in full for administrators', async () => {
    const { status, json } = await asAnn('GET', '/users')
    expect(status).toBe(200)
    expect(json).toContainEqual({
      id: ann.id,
      username: 'ann',
      name: 'ann',
      state: 'active',
      avatar_url: `http://forge.test/-/identicons/${ann.id}.svg`,
      web_url: 'http://forge.test/ann',
    })
    expect(await instance.ask('GET', '/api/v4/users')).toMatchObject({
      status: 403,
      json: { message: '403 Forbidden - Not authorized to access /api/v4/users' },
    })
    expect(await instance.ask('GET', '/api/v4/users', { query: 'username=ANN' })).toMatchObject({
      status: 200,
      json: [{ id: ann.id }],
    })
    const searched = await instance.ask('GET', '/api/v4/users', { as: instance.root, query: 'search=nn@exa' })
    expect(searched.json).toMatchObject([{ email: 'ann@example.com', is_admin: false }])
  })

  it('are read one by one', async () => {
    expect(await asAnn('GET', `/users/${ann.id}`)).toMatchObject({ status: 200, json: { username: 'ann', bio: '' } })
    expect(await asAnn('GET', '/users/999')).toMatchObject({ status: 404, json: { message: '404 User Not Found' } })
    expect(await asAnn('GET', '/users/x')).toMatchObject({ status: 400, json: { error: 'id is invalid' } })
  })

  it('change names and free the old ones', async () => {
    const made = (await asRoot('POST', '/users', { ...someone, username: 'cat', email: 'cat@example.com' })).json as {
      id: number
    }
    expect(await asRoot('PUT', `/users/${made.id}`, { username: 'kat', email: 'kat@example.com' })).toMatchObject({
      status: 200,
      json: { username: 'kat', email: 'kat@example.com', web_url: 'http://forge.test/kat' },
    })
    expect(await asRoot('POST', '/users', { ...someone, username: 'cat', email: 'cat@example.com' })).toMatchObject({
      status: 201,
    })
    expect(await asRoot('PUT', `/users/${made.id}`, { username: 'cat' })).toMatchObject({ status: 409 })
  })

  it('are out at once when blocked, and in again when unblocked', async () => {
    const dan = await instance.person('dan')
    const asDan = () => instance.ask('GET', '/api/v4/user', { as: dan.token })
    expect(await asDan()).toMatchObject({ status: 200 })
    expect(await asRoot('POST', `/users/${dan.id}/block`)).toMatchObject({ status: 201, json: true })
    expect(await asDan()).toMatchObject({
      status: 403,
      json: { message: '403 Forbidden - Your account has been blocked.' },
    })
    expect(await asRoot('POST', `/users/${dan.id}/block`)).toMatchObject({ status: 201, json: null })
    expect(await asRoot('POST', `/users/${dan.id}/unblock`)).toMatchObject({ status: 201, json: true })
    expect(await asDan()).toMatchObject({ status: 200 })
    expect(await asRoot('POST', '/users/1/block')).toMatchObject({ status: 403 })
  })

  it('are out at once when banned, and in again when unbanned', async () => {
    const fay = await instance.person('fay')
    const asFay = () => instance.ask('GET', '/api/v4/user', { as: fay.token })
    const stand = (verb: string) => asRoot('POST', `/users/${fay.id}/${verb}`)
    expect(await stand('unban')).toMatchObject({ status: 403, json: { message: 'You cannot unban active users.' } })
    expect(await stand('ban')).toMatchObject({ status: 201, json: true })
    expect(await asFay()).toMatchObject({
      status: 403,
      json: { message: '403 Forbidden - Your account has been blocked.' },
    })
    expect(await asRoot('GET', `/users/${fay.id}`)).toMatchObject({ json: { state: 'banned' } })
    expect(await stand('ban')).toMatchObject({ status: 403, json: { message: 'You cannot ban banned users.' } })
    expect(await stand('unblock')).toMatchObject({ status: 201, json: false })
    expect(await stand('activate')).toMatchObject({ status: 403 })
    expect(await asFay()).toMatchObject({ status: 403 })
    expect(await stand('unban')).toMatchObject({ status: 201, json: true })
    expect(await asFay()).toMatchObject({ status: 200 })
    expect(await stand('block')).toMatchObject({ status: 201, json: true })
    expect(await stand('ban')).toMatchObject({ status: 403, json: { message: 'You cannot ban blocked users.' } })
    expect(await stand('unban')).toMatchObject({ status: 403, json: { message: 'You cannot unban blocked users.' } })
    expect(await asRoot('POST', '/users/1/ban')).toMatchObject({ status: 403 })
    expect(await asRoot('POST', '/users/999999/ban')).toMatchObject({
      status: 404,
      json: { message: '404 User Not Found' },
    })
    expect(await instance.ask('POST', `/api/v4/users/${fay.id}/ban`, { as: ann.token })).toMatchObject({ status: 403 })
  })

  it('leave a ghost behind when they are erased, and no clear name in the history', async () => {
    const eve = await instance.person('evelyn-unique')
    const asEve = (method: string, path: string, json?: unknown) =>
      instance.ask(method, `/api/v4${path}`, { as: eve.token, json })
    const group = (await asEve('POST', '/groups', { name: 'Eves', path: 'eves' })).json as { id: number }
    const project = (await asEve('POST', '/projects', { name: 'own' })).json as { id: number }
    expect(await asRoot('DELETE', `/users/${eve.id}`)).toMatchObject({
      status: 409,
      json: { message: 'User cannot be removed while is the sole-owner of a group' },
    })
    await asEve('POST', `/groups/${group.id}/members`, { user_id: ann.id, access_level: 50 })
    expect(await asRoot('DELETE', `/users/${eve.id}`)).toMatchObject({ status: 204, text: '' })
    expect(await asEve('GET', '/user')).toMatchObject({ status: 401 })
    expect(await asRoot('GET', `/users/${eve.id}`)).toMatchObject({ status: 404 })
    expect(await asRoot('GET', `/projects/${project.id}`)).toMatchObject({ status: 404 })
    expect(instance.forge.read.users.card(eve.id)).toEqual({
      id: eve.id,
      username: 'ghost',
      name: 'Ghost User',
      state: 'active',
      avatar: '',
    })
    const history = await instance.forge.events.readAll({ limit: 100_000 })
    expect(history.kind === 'Read' && JSON.stringify(history.events)).not.toContain('evelyn-unique')
    expect(
      await asRoot('POST', '/users', { ...someone, username: 'evelyn-unique', email: 'e@example.com' }),
    ).toMatchObject({ status: 201 })
  })
})
