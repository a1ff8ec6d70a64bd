import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Person {
  readonly id: number
  readonly token: string
}
interface Thing {
  readonly id: number
}

describe('a group over HTTP', () => {
  let instance: TestInstance
  let owner: Person
  let dev: Person
  let out: Person
  let top: Thing
  let sub: Thing
  const ask = (who: Person | undefined, method: string, path: string, json?: unknown, query = '') =>
    instance.ask(method, `/api/v4${path}`, { as: who?.token, json, query })
  const make = async (who: Person, path: string, more: object = {}): Promise<Thing> =>
    (await ask(who, 'POST', '/groups', { name: path, path, ...more })).json as Thing
  const makeProject = async (name: string, group: Thing): Promise<Thing> =>
    (await ask(owner, 'POST', '/projects', { name, namespace_id: group.id })).json as Thing

  beforeAll(async () => {
    instance = await openTestInstance()
    owner = await instance.person('owner')
    dev = await instance.person('dev')
    out = await instance.person('out')
    top = await make(owner, 'top', { name: 'Top' })
    sub = await make(owner, 'sub', { name: 'Sub', parent_id: top.id })
  })
  afterAll(() => instance.close())

  it('has the documented fields, and its creator owns it', async () => {
    const project = await makeProject('inside', sub)
    expect(await ask(owner, 'GET', '/groups/top')).toMatchObject({
      status: 200,
      json: {
        id: top.id,
        web_url: 'http://forge.test/groups/top',
        name: 'Top',
        path: 'top',
        full_path: 'top',
        full_name: 'Top',
        visibility: 'private',
        parent_id: null,
        project_creation_level: 'developer',
        default_branch_protection: 2,
        projects: [],
        shared_projects: [],
      },
    })
    expect(await ask(owner, 'GET', '/groups/top%2Fsub')).toMatchObject({
      json: { id: sub.id, full_name: 'Top / Sub', parent_id: top.id, projects: [{ id: project.id }] },
    })
    expect(await ask(owner, 'GET', `/groups/${top.id}/members`)).toMatchObject({
      json: [{ id: owner.id, access_level: 50, expires_at: null, created_by: { id: owner.id } }],
    })
  })

  it('is hidden from strangers', async () => {
    const hidden = { status: 404, json: { message: '404 Group Not Found' } }
    expect(await ask(out, 'GET', '/groups/top')).toMatchObject(hidden)
    expect(await ask(undefined, 'GET', `/groups/${top.id}`)).toMatchObject(hidden)
    expect(await ask(out, 'POST', '/groups', { name: 'x', path: 'x', parent_id: top.id })).toMatchObject(hidden)
    expect(await ask(out, 'DELETE', '/groups/top')).toMatchObject(hidden)
    expect(await ask(undefined, 'DELETE', '/groups/top')).toMatchObject({ status: 401 })
  })

  const taken = { message: 'Failed to save group {:path=>["has already been taken"]}' }

  it.each([
    [{}, { error: 'name is missing, path is missing' }],
    [{ name: 'Again', path: 'TOP' }, taken],
    [{ name: 'As a user', path: 'dev' }, taken],
    [{ name: 'A', path: 'api' }, { message: 'Failed to save group {:path=>["is a reserved name"]}' }],
    [{ name: 'A', path: 'a', visibility: 'secret' }, { error: 'visibility does not have a valid value' }],
  ])('is refused with the documented text: %j', async (json, body) => {
    expect(await ask(owner, 'POST', '/groups', json)).toMatchObject({ status: 400, json: body })
  })

  it('cannot be more visible than the group above, nor less than what is below', async () => {
    expect(await ask(owner, 'PUT', `/groups/${sub.id}`, { visibility: 'public' })).toMatchObject({
      status: 400,
      json: {
        message: { visibility_level: ['public is not allowed since the parent group has a private visibility.'] },
      },
    })
    const open = await make(owner, 'wide', { visibility: 'public' })
    await make(owner, 'in', { visibility: 'internal', parent_id: open.id })
    expect(await ask(owner, 'PUT', `/groups/${open.id}`, { visibility: 'private' })).toMatchObject({ status: 400 })
    expect(await ask(owner, 'PUT', `/groups/${open.id}`, { visibility: 'internal' })).toMatchObject({ status: 200 })
  })

  it('is renamed with everything below, and its old name is free', async () => {
    const old = await make(owner, 'old')
    const within = await make(owner, 'in', { name: 'In', parent_id: old.id })
    const project = await makeProject('p', within)
    expect(await ask(owner, 'PUT', `/groups/${old.id}`, { path: 'new', name: 'New' })).toMatchObject({ status: 200 })
    expect(await ask(owner, 'GET', '/projects/new%2Fin%2Fp')).toMatchObject({
      json: { id: project.id, name_with_namespace: 'New / In / p', web_url: 'http://forge.test/new/in/p' },
    })
    expect(await ask(owner, 'GET', '/projects/old%2Fin%2Fp')).toMatchObject({ status: 404 })
    expect(await ask(dev, 'POST', '/groups', { name: 'Mine', path: 'old' })).toMatchObject({ status: 201 })
  })

  it('is deleted with everything in it, at once where deletions are not put off', async () => {
    const json = { delayed_group_deletion: false }
    await instance.ask('PUT', '/api/v4/application/settings', { as: instance.root, json })
    const gone = await make(owner, 'gone')
    const within = await make(owner, 'in', { parent_id: gone.id })
    const project = await makeProject('p', within)
    expect(await ask(owner, 'DELETE', '/groups/gone')).toMatchObject({ status: 202, json: { message: '202 Accepted' } })
    for (const path of [`/groups/${gone.id}`, `/groups/${within.id}`, `/projects/${project.id}`])
      expect(await ask(owner, 'GET', path)).toMatchObject({ status: 404 })
    expect(await ask(owner, 'POST', '/groups', { name: 'Gone', path: 'gone' })).toMatchObject({ status: 201 })
  })

  it('moves with its projects, and the roles of its new place reach them', async () => {
    const a = await make(owner, 'move-a')
    const b = await make(dev, 'move-b')
    const project = await makeProject('p', a)
    await ask(dev, 'POST', `/groups/${b.id}/members`, { user_id: owner.id, access_level: 50 })
    expect(await ask(dev, 'GET', `/projects/${project.id}`)).toMatchObject({ status: 404 })
    expect(await ask(owner, 'POST', `/groups/${a.id}/transfer`, { group_id: b.id })).toMatchObject({
      status: 201,
      json: { full_path: 'move-b/move-a', parent_id: b.id },
    })
    expect(await ask(dev, 'GET', `/projects/${project.id}`)).toMatchObject({
      json: { path_with_namespace: 'move-b/move-a/p', permissions: { group_access: { access_level: 50 } } },
    })
    expect(await ask(owner, 'POST', `/groups/${b.id}/transfer`, { group_id: a.id })).toMatchObject({ status: 400 })
  })

  it('is listed for those who have a role in it, or may see it', async () => {
    await make(dev, 'public-one', { visibility: 'public' })
    const paths = async (who: Person | undefined, query: string) =>
      ((await ask(who, 'GET', '/groups', undefined, query)).json as ReadonlyArray<{ full_path: string }>).map(
        (one) => one.full_path,
      )
    expect(await paths(out, '')).toEqual([])
    expect(await paths(out, 'all_available=true&visibility=public')).toEqual(['public-one'])
    expect(await paths(undefined, '')).toEqual(['public-one'])
    expect(await paths(owner, 'search=top&top_level_only=true')).toEqual(['top'])
    expect((await ask(owner, 'GET', `/groups/${top.id}/subgroups`)).json).toMatchObject([{ id: sub.id }])
  })

  it('pages with totals and links', async () => {
    const page = await ask(owner, 'GET', '/groups', undefined, 'per_page=1&page=2&owned=true')
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'x-page': '2',
      'x-per-page': '1',
      'x-prev-page': '1',
      'x-next-page': '3',
    })
    expect(page.headers.get('link')).toContain('rel="next"')
  })

  it('stands among the namespaces of those who may make projects in it', async () => {
    const rows = (await ask(owner, 'GET', '/namespaces', undefined, 'search=o')).json as ReadonlyArray<object>
    expect(rows).toContainEqual(expect.objectContaining({ kind: 'user', full_path: 'owner' }))
    expect(rows).toContainEqual(expect.objectContaining({ kind: 'group', full_path: 'top' }))
    expect(await ask(out, 'GET', '/namespaces/top')).toMatchObject({ status: 404 })
    expect(await ask(out, 'GET', '/namespaces/top/exists')).toMatchObject({
      json: { exists: true, suggests: ['top1'] },
    })
  })
})
