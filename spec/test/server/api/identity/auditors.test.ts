import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let world: TestInstance
let ada: { readonly id: number; readonly token: string }
let ben: { readonly id: number; readonly token: string }

const ask = (method: string, path: string, json?: object, as = world.root, headers = {}) =>
  world.ask(method, `/api/v4${path}`, { as, headers, json })

const NOT_BOTH = { message: { admin: ['user cannot also be an Auditor.'] } }

beforeAll(async () => {
  world = await openTestInstance()
  ada = await world.person('ada')
  ben = await world.person('ben')
  await ask('POST', '/projects', { name: 'hidden', visibility: 'private', initialize_with_readme: true })
  await ask('POST', '/projects/1/issues', { title: 'Secret', confidential: true })
})
afterAll(() => world.close())

describe('an auditor', () => {
  it('is made and unmade by administrators, who are told of it', async () => {
    const changed = await ask('PUT', `/users/${ada.id}`, { auditor: true })
    expect([changed.status, changed.json]).toMatchObject([200, { is_auditor: true, is_admin: false }])
    expect((await ask('PUT', `/users/${ben.id}`, { auditor: true }, ada.token)).status).toBe(403)
    expect((await ask('GET', '/user', undefined, ada.token)).json).not.toHaveProperty('is_auditor')
    const made = { username: 'cyd', name: 'Cyd', email: 'cyd@example.com', force_random_password: true, auditor: true }
    const { status, json } = await ask('POST', '/users', made)
    expect([status, json]).toMatchObject([201, { is_auditor: true }])
    const { id } = json as { readonly id: number }
    expect((await ask('PUT', `/users/${id}`, { auditor: false })).json).toMatchObject({ is_auditor: false })
    expect((await ask('GET', `/users/${ben.id}`)).json).toMatchObject({ is_auditor: false })
  })

  it('is no administrator, and none becomes one, but in place of it', async () => {
    const both = { username: 'eve', name: 'Eve', email: 'eve@example.com', force_random_password: true }
    const refused = await ask('POST', '/users', { ...both, auditor: true, admin: true })
    expect([refused.status, refused.json]).toEqual([400, NOT_BOTH])
    const promoted = await ask('PUT', `/users/${ada.id}`, { admin: true })
    expect([promoted.status, promoted.json]).toEqual([400, NOT_BOTH])
    expect((await ask('PUT', `/users/${ada.id}`, { admin: true, auditor: false })).json).toMatchObject({
      is_admin: true,
      is_auditor: false,
    })
    expect((await ask('PUT', `/users/${ada.id}`, { admin: false, auditor: true })).json).toMatchObject({
      is_admin: false,
      is_auditor: true,
    })
  })

  it('reads what is private and confidential, in lists too, and loses it at once', async () => {
    const paths = ['/projects', '/projects/1', '/issues?scope=all', '/projects/1/issues', '/projects/1/issues/1']
    const bodies = async (token: string) => {
      const found = []
      for (const path of paths) {
        const [where = '', query = ''] = path.split('?')
        const { status, json } = await world.ask('GET', `/api/v4${where}`, { as: token, query })
        found.push([path, status, Array.isArray(json) ? json.length : 1])
      }
      return found
    }
    expect(await bodies(ada.token)).toEqual(paths.map((path) => [path, 200, 1]))
    await ask('PUT', `/users/${ada.id}`, { auditor: false })
    expect(await bodies(ada.token)).toEqual(await bodies(ben.token))
    await ask('PUT', `/users/${ada.id}`, { auditor: true })
  })

  it('changes nothing there, and makes no places of their own', async () => {
    for (const [method, path, json] of [
      ['PUT', '/projects/1', { description: 'x' }],
      ['POST', '/projects/1/issues', { title: 'x' }],
      ['POST', '/projects/1/issues/1/notes', { body: 'x' }],
      ['PUT', '/projects/1/issues/1', { title: 'x' }],
      ['POST', '/projects', { name: 'own' }],
      ['POST', '/groups', { name: 'own', path: 'own' }],
      ['GET', '/projects/1/variables', undefined],
      ['GET', '/application/settings', undefined],
    ] as const)
      expect([path, (await ask(method, path, json, ada.token)).status]).toEqual([path, 403])
  })

  it('changes what a membership lets them change', async () => {
    await ask('POST', '/projects/1/members', { user_id: ada.id, access_level: 30 })
    expect((await ask('PUT', '/projects/1/issues/1', { title: 'Better' }, ada.token)).status).toBe(200)
    await ask('DELETE', `/projects/1/members/${ada.id}`)
    expect((await ask('PUT', '/projects/1/issues/1', { title: 'Worse' }, ada.token)).status).toBe(403)
  })

  it('looks back and asks the history', async () => {
    const then = { 'forgefold-as-of': String(world.forge.read.position()) }
    expect((await ask('GET', '/projects/1', undefined, ada.token, then)).status).toBe(200)
    expect((await ask('GET', '/projects/1', undefined, ben.token, then)).status).toBe(403)
    expect((await ask('GET', '/application/settings', undefined, ada.token, then)).status).toBe(403)
    expect((await ask('GET', '/forgefold/history', undefined, ada.token)).status).toBe(200)
    expect((await ask('GET', '/forgefold/history', undefined, ben.token)).status).toBe(403)
    expect((await ask('GET', '/projects/1/audit_events', undefined, ada.token)).status).toBe(200)
    expect((await ask('GET', '/audit_events', undefined, ada.token)).status).toBe(403)
  })
})

describe('the token of an auditor or administrator', () => {
  const HISTORY = [
    ['/forgefold/history', ''],
    ['/forgefold/history/project-1@0/explanation', ''],
    ['/forgefold/blame', 'thing=project:1'],
    ['/projects/1/blame', ''],
    ['/projects/1/issues/1/blame', ''],
    ['/forgefold/documents', 'thing=project:1'],
    ['/forgefold/differences', 'thing=project:1'],
    ['/forgefold/differences/all', 'per_page=1'],
    ['/forgefold/what_if', 'set=approvals_required=2'],
  ] as const

  const tokenOf = async (id: number, scopes: ReadonlyArray<string>): Promise<string> => {
    const made = await ask('POST', `/users/${id}/personal_access_tokens`, { name: scopes.join(), scopes })
    expect(made.status).toBe(201)
    return (made.json as { readonly token: string }).token
  }

  it.each([
    [['api'], 200],
    [['read_api'], 200],
    [['read_history'], 403],
    [['read_user'], 403],
    [['read_repository'], 403],
    [['read_user', 'read_history'], 403],
  ] as const)('with the scopes %j is answered %d by all that tells of the history', async (scopes, status) => {
    for (const id of [ada.id, 1]) {
      const as = await tokenOf(id, scopes)
      for (const [path, query] of HISTORY)
        expect([id, path, (await world.ask('GET', `/api/v4${path}`, { as, query })).status]).toEqual([id, path, status])
    }
  })

  it.each([
    [['api'], 200],
    [['read_api', 'read_history'], 200],
    [['read_api'], 403],
    [['read_history'], 403],
    [['read_user', 'read_history'], 403],
  ] as const)('with the scopes %j is answered %d where it looks back', async (scopes, status) => {
    const then = { 'forgefold-as-of': String(world.forge.read.position()) }
    for (const id of [ada.id, 1]) {
      const as = await tokenOf(id, scopes)
      expect((await ask('GET', '/projects/1', undefined, as, then)).status).toBe(status)
    }
  })

  it('tells nothing of the history where its owner is neither', async () => {
    const as = await tokenOf(ben.id, ['api', 'read_history'])
    for (const [path, query] of HISTORY)
      expect([path, (await world.ask('GET', `/api/v4${path}`, { as, query })).status]).toEqual([path, 403])
  })
})

it.each([
  ['free', '16.0'],
  ['ultimate', '15.2'],
] as const)('a %s instance of %s knows no auditors', async (tier, release) => {
  const other = await openTestInstance({ tier, release })
  const json = { username: 'ada', name: 'Ada', email: 'ada@example.com', force_random_password: true, auditor: true }
  const made = await other.ask('POST', '/api/v4/users', { as: other.root, json })
  expect(made.status).toBe(201)
  expect(made.json).not.toHaveProperty('is_auditor')
  await other.close()
})
