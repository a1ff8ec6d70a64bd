import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { PUBLIC_KEYS } from '@forgefold/spec/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Person = Awaited<ReturnType<TestInstance['person']>>

let world: TestInstance
let ann: Person
let ben: Person
let group: number
let project: number

const ask = (method: string, path: string, json?: unknown, as: string | undefined = world.root) => {
  const [place = '', query = ''] = path.split('?')
  return world.ask(method, `/api/v4${place}`, {
    query,
    ...(as === '' ? {} : { as }),
    json,
  })
}
const make = async (path: string, json: unknown, as?: string): Promise<number> => {
  const made = await ask('POST', path, json, as)
  expect([path, made.status]).toEqual([path, 201])
  return (made.json as { readonly id: number }).id
}

beforeAll(async () => {
  world = await openTestInstance()
  ann = await world.person('ann')
  ben = await world.person('ben')
  group = await make('/groups', { name: 'Group', path: 'group' })
  project = await make('/projects', { name: 'App', namespace_id: group })
})
afterAll(() => world.close())

describe('memberships of a user', () => {
  it('are listed for administrators, by group and project', async () => {
    await make(`/groups/${group}/members`, { user_id: ann.id, access_level: 20 })
    await make(`/projects/${project}/members`, { user_id: ann.id, access_level: 30 })
    const inGroup = { source_id: group, source_name: 'Group', source_type: 'Namespace', access_level: 20 }
    const inProject = { source_id: project, source_name: 'App', source_type: 'Project', access_level: 30 }
    const path = `/users/${ann.id}/memberships`
    expect((await ask('GET', path)).json).toEqual([inGroup, inProject])
    expect((await ask('GET', `${path}?type=Project`)).json).toEqual([inProject])
    expect((await ask('GET', `${path}?type=Namespace`)).json).toEqual([inGroup])
    expect((await ask('GET', `${path}?per_page=1&page=2`)).json).toEqual([inProject])
    expect((await ask('GET', `${path}?type=Other`)).status).toBe(400)
    expect((await ask('GET', path, undefined, ann.token)).status).toBe(403)
    expect((await ask('GET', '/users/999/memberships')).status).toBe(404)
  })
})

describe('the second factor of a user', () => {
  it('is turned off by administrators, for anybody but administrators', async () => {
    const path = `/users/${ben.id}/disable_two_factor`
    const off = await ask('PATCH', path, {})
    expect([off.status, off.json]).toEqual([
      400,
      { message: '400 Bad request - Two-factor authentication is not enabled for this user' },
    ])
    const { forge } = world
    const command = { type: 'EnableTwoFactor', secret: forge.secretBox.seal('SECRET'), recoveryDigests: [] } as const
    const { user } = await import('@forgefold/core/domains/identity/user')
    expect(await forge.aggregates.execute(user, ben.id, command, world.caller().context)).toMatchObject({
      _tag: 'Right',
    })
    expect((await ask('GET', `/users/${ben.id}`)).json).toMatchObject({ two_factor_enabled: true })
    expect((await ask('PATCH', path, {}, ann.token)).status).toBe(403)
    expect((await ask('PATCH', path, {})).status).toBe(204)
    expect((await ask('GET', `/users/${ben.id}`)).json).toMatchObject({ two_factor_enabled: false })
    expect((await ask('PATCH', '/users/1/disable_two_factor', {})).status).toBe(403)
    expect((await ask('PATCH', '/users/999/disable_two_factor', {})).status).toBe(404)
  })
})

describe('the picture of an e-mail address', () => {
  it('is that of whoever shows the address to everybody', async () => {
    await ask('PUT', `/users/${ann.id}`, { public_email: 'ann@example.com' })
    const found = await ask('GET', '/avatar?email=ANN@example.com&size=32', undefined, '')
    const { avatar_url } = (await ask('GET', `/users/${ann.id}`)).json as { readonly avatar_url: string }
    expect([found.status, found.json]).toEqual([200, { avatar_url }])
    for (const email of ['nobody@example.com', '%20'])
      expect((await ask('GET', `/avatar?email=${email}`)).json).toEqual({ avatar_url: null })
    expect((await ask('GET', '/avatar')).status).toBe(400)
  })

  it('is told nobody unknown where public visibility is restricted', async () => {
    await ask('PUT', '/application/settings', { restricted_visibility_levels: ['public'] })
    expect((await ask('GET', '/avatar?email=ann@example.com', undefined, '')).status).toBe(403)
    expect((await ask('GET', '/avatar?email=ann@example.com', undefined, ben.token)).status).toBe(200)
    await ask('PUT', '/application/settings', { restricted_visibility_levels: [] })
  })
})

describe('a project made for a user', () => {
  it('is theirs, and is made as they would make it', async () => {
    const wanted = { name: 'For Ann', default_branch: 'trunk', initialize_with_readme: true, visibility: 'private' }
    const made = await ask('POST', `/projects/user/${ann.id}`, wanted)
    expect([made.status, made.json]).toMatchObject([
      201,
      { path_with_namespace: 'ann/for-ann', creator_id: ann.id, default_branch: 'trunk', owner: { id: ann.id } },
    ])
    expect((await ask('POST', `/projects/user/${ann.id}`, { name: 'no' }, ann.token)).status).toBe(403)
    expect((await ask('POST', '/projects/user/999', { name: 'no' })).status).toBe(404)
    expect((await ask('POST', `/projects/user/${ann.id}`, {})).status).toBe(400)
    const elsewhere = await ask('POST', `/projects/user/${ben.id}`, { name: 'x', namespace_id: group })
    expect(elsewhere.status).toBe(400)
  })
})

describe('a project put into a group by an administrator', () => {
  it('is there, once', async () => {
    const loose = await make('/projects', { name: 'loose' })
    const moved = await ask('POST', `/groups/group/projects/${loose}`, {})
    expect([moved.status, moved.json]).toMatchObject([201, { id: group }])
    expect((await ask('GET', `/projects/${loose}`)).json).toMatchObject({ path_with_namespace: 'group/loose' })
    expect((await ask('POST', `/groups/group/projects/${loose}`, {})).status).toBe(400)
    expect((await ask('POST', '/groups/999/projects/1', {})).status).toBe(404)
    expect((await ask('POST', '/groups/group/projects/999', {})).status).toBe(404)
    expect((await ask('POST', `/groups/group/projects/${loose}`, {}, ann.token)).status).toBe(403)
  })
})

describe('a project made a fork of another', () => {
  it('is shown as one until the relation ends', async () => {
    const original = await make('/projects', { name: 'original' })
    const copy = await make('/projects', { name: 'copy' })
    const path = `/projects/${copy}/fork/${original}`
    await make(`/projects/${copy}/members`, { user_id: ben.id, access_level: 40 })
    expect((await ask('POST', path, {}, ben.token)).status).toBe(403)
    const made = await ask('POST', path, {})
    expect([made.status, made.json]).toMatchObject([201, { id: copy, forked_from_project: { id: original } }])
    expect((await ask('GET', `/projects/${original}/forks`)).json).toMatchObject([{ id: copy }])
    expect((await ask('GET', `/projects/${original}`)).json).toMatchObject({ forks_count: 1 })
    const again = await ask('POST', path, {})
    expect([again.status, again.json]).toEqual([409, { message: 'Project already forked' }])
    expect((await ask('DELETE', `/projects/${copy}/fork`)).status).toBe(204)
    expect((await ask('POST', `/projects/${copy}/fork/${copy}`, {})).status).toBe(400)
    expect((await ask('POST', `/projects/${copy}/fork/999`, {})).status).toBe(404)
    expect((await ask('GET', `/projects/${original}/forks`)).json).toEqual([])
  })
})

describe('deploy keys of the projects of a user', () => {
  it('are those of the projects that the caller maintains too', async () => {
    const own = await make('/projects', { name: 'keyed' }, ann.token)
    const key = await make(`/projects/${own}/deploy_keys`, { title: 'k', key: PUBLIC_KEYS.rsa.text }, ann.token)
    const path = '/users/ann/project_deploy_keys'
    expect((await ask('GET', path, undefined, ann.token)).json).toMatchObject([{ id: key, title: 'k' }])
    const strange = await ask('GET', path, undefined, ben.token)
    expect([strange.status, strange.json]).toEqual([
      403,
      { message: '403 Forbidden - No common authorized project found' },
    ])
    await make(`/projects/${own}/members`, { user_id: ben.id, access_level: 40 }, ann.token)
    expect((await ask('GET', `/users/${ann.id}/project_deploy_keys`, undefined, ben.token)).json).toMatchObject([
      { id: key },
    ])
    expect((await ask('GET', `${path}?per_page=1&page=2`, undefined, ann.token)).json).toEqual([])
    expect((await ask('GET', '/users/nobody/project_deploy_keys')).status).toBe(404)
  })
})
