import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

let world: TestInstance
let made = 0
const ask = async (method: string, path: string, json?: unknown, query = '', as: string | undefined = world.root) => {
  const answer = await world.ask(method, `/api/v4${path}`, { as, json, query })
  return { status: answer.status, json: answer.json as Json, list: answer.json as ReadonlyArray<Json> }
}
const someone = (more: Json = {}) => {
  const username = `someone-${++made}`
  return { username, name: username, email: `${username}@example.com`, password: 'a long password', ...more }
}
const create = async (more: Json = {}) => {
  const answer = await ask('POST', '/users', someone(more))
  expect(answer.status).toBe(201)
  return answer.json as { readonly id: number; readonly identities: unknown }
}

beforeAll(async () => {
  world = await openTestInstance()
})
afterAll(() => world.close())

describe('who a user is elsewhere', () => {
  it('is said when the user is made and changed, one of each provider', async () => {
    const { id, identities } = await create({ provider: 'ldap', extern_uid: 'uid=1' })
    expect(identities).toEqual([{ provider: 'ldap', extern_uid: 'uid=1' }])
    const path = `/users/${id}`
    await ask('PUT', path, { provider: 'github', extern_uid: '7' })
    const again = await ask('PUT', path, { provider: 'ldap', extern_uid: 'uid=2' })
    const both = [
      { provider: 'ldap', extern_uid: 'uid=2' },
      { provider: 'github', extern_uid: '7' },
    ]
    expect([again.status, again.json['identities']]).toEqual([200, both])
    expect((await ask('PUT', path, { bio: 'x' })).json['identities']).toEqual(both)
    expect((await ask('GET', path)).json['identities']).toEqual(both)
  })

  it('is seen by administrators and the user, and stands sealed in the history', async () => {
    const { id, token } = await world.person('eve')
    await ask('PUT', `/users/${id}`, { provider: 'saml', extern_uid: 'eve-at-home' })
    expect((await ask('GET', '/user', undefined, '', token)).json['identities']).toEqual([
      { provider: 'saml', extern_uid: 'eve-at-home' },
    ])
    const other = await world.person('other')
    expect((await ask('GET', `/users/${id}`, undefined, '', other.token)).json).not.toHaveProperty('identities')
    const history = await world.forge.events.readAll({ limit: 100_000 })
    expect(history.kind === 'Read' && JSON.stringify(history.events)).not.toContain('eve-at-home')
  })

  it('belongs to one user', async () => {
    const { id } = await create({ provider: 'ldap', extern_uid: 'only' })
    const taken = [400, { message: { 'identities.extern_uid': ['has already been taken'] } }]
    const second = await ask('POST', '/users', someone({ provider: 'ldap', extern_uid: 'only' }))
    expect([second.status, second.json]).toEqual(taken)
    const third = await create()
    const changed = await ask('PUT', `/users/${third.id}`, { provider: 'ldap', extern_uid: 'only' })
    expect([changed.status, changed.json]).toEqual(taken)
    expect((await ask('DELETE', `/users/${id}/identities/ldap`)).status).toBe(204)
    expect((await ask('PUT', `/users/${third.id}`, { provider: 'ldap', extern_uid: 'only' })).status).toBe(200)
  })

  it.each([
    [{ provider: 'ldap' }, { error: 'extern_uid, provider provide all or none of parameters' }],
    [{ extern_uid: 'x' }, { error: 'extern_uid, provider provide all or none of parameters' }],
    [{ provider: '', extern_uid: 'x' }, { message: { 'identities.provider': ["can't be blank"] } }],
    [{ provider: 'p', extern_uid: '' }, { message: { 'identities.extern_uid': ["can't be blank"] } }],
  ])('is refused as %o', async (given, refusal) => {
    const { id } = await create()
    const changed = await ask('PUT', `/users/${id}`, given)
    expect([changed.status, changed.json]).toEqual([400, refusal])
    const refused = await ask('POST', '/users', someone(given))
    expect([refused.status, refused.json]).toEqual([400, refusal])
  })

  it('is taken away by provider', async () => {
    const { id } = await create({ provider: 'ldap', extern_uid: 'to go' })
    expect((await ask('DELETE', `/users/${id}/identities/ldap`)).status).toBe(204)
    expect((await ask('GET', `/users/${id}`)).json['identities']).toEqual([])
    const again = await ask('DELETE', `/users/${id}/identities/ldap`)
    expect([again.status, again.json]).toEqual([404, { message: '404 Identity Not Found' }])
    const nobody = await ask('DELETE', '/users/999/identities/ldap')
    expect([nobody.status, nobody.json]).toEqual([404, { message: '404 User Not Found' }])
    const { token } = await world.person('nosy')
    expect((await ask('DELETE', `/users/${id}/identities/ldap`, undefined, '', token)).status).toBe(403)
  })

  it('finds the user, for administrators', async () => {
    const { id } = await create({ provider: 'ldap', extern_uid: 'to find' })
    const found = await ask('GET', '/users', undefined, 'provider=ldap&extern_uid=to%20find')
    expect(found.list.map((one) => one['id'])).toEqual([id])
    expect((await ask('GET', '/users', undefined, 'provider=saml&extern_uid=to%20find')).list).toEqual([])
    const { token } = await world.person('curious')
    expect((await ask('GET', '/users', undefined, 'provider=ldap&extern_uid=to%20find', token)).status).toBe(403)
    expect((await ask('GET', '/users', undefined, 'extern_uid=to%20find', token)).list.length).toBeGreaterThan(1)
  })
})
