import { eventually, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Person {
  readonly id: number
  readonly token: string
}
interface Thing {
  readonly id: number
}

describe('a project over HTTP', () => {
  let instance: TestInstance
  let owner: Person
  let dev: Person
  let out: Person
  let group: Thing
  let app: Thing
  const ask = (who: Person | undefined, method: string, path: string, json?: unknown, query = '') =>
    instance.ask(method, `/api/v4${path}`, { as: who?.token, json, query })
  const make = async (who: Person, json: object): Promise<Thing> =>
    (await ask(who, 'POST', '/projects', json)).json as Thing

  beforeAll(async () => {
    instance = await openTestInstance()
    owner = await instance.person('owner')
    dev = await instance.person('dev')
    out = await instance.person('out')
    group = (await ask(owner, 'POST', '/groups', { name: 'Top', path: 'top' })).json as Thing
    const wanted = { name: 'My App', path: 'app', namespace_id: group.id, initialize_with_readme: true }
    app = await make(owner, { ...wanted, default_branch: 'trunk' })
  })
  afterAll(() => instance.close())

  it('begins with a README on the branch asked for', async () => {
    expect(await ask(owner, 'GET', '/projects/top%2Fapp')).toMatchObject({
      status: 200,
      json: {
        id: app.id,
        name: 'My App',
        path_with_namespace: 'top/app',
        name_with_namespace: 'Top / My App',
        default_branch: 'trunk',
        empty_repo: false,
        archived: false,
        visibility: 'private',
        merge_method: 'merge',
        squash_option: 'default_off',
        mirror: false,
        http_url_to_repo: 'http://forge.test/top/app.git',
        namespace: { id: group.id, kind: 'group', full_path: 'top', parent_id: null },
        permissions: { project_access: null, group_access: { access_level: 50 } },
        merge_requests_access_level: 'enabled',
        approvals_before_merge: 0,
      },
    })
    const commit = await instance.forge.git.of(app.id).resolve('trunk')
    expect(commit).toMatch(/^[0-9a-f]{40}$/)
  })

  it('is found by its path in any case and by its id', async () => {
    for (const ref of ['TOP%2FApp', 'top%2fapp', app.id])
      expect(await ask(owner, 'GET', `/projects/${ref}`)).toMatchObject({ status: 200, json: { id: app.id } })
    expect(await ask(owner, 'GET', '/projects/app')).toMatchObject({ status: 404 })
  })

  it('is empty without a README, and lives in the own place where none is named', async () => {
    expect(await ask(dev, 'POST', '/projects', { name: 'Über uns' })).toMatchObject({
      status: 201,
      json: {
        path_with_namespace: 'dev/uber-uns',
        default_branch: null,
        empty_repo: true,
        owner: { id: dev.id },
        permissions: { project_access: { access_level: 50 }, group_access: null },
      },
    })
  })

  it.each([
    [{}, { error: 'name, path are missing, at least one parameter must be provided' }],
    [{ name: 'x', namespace_id: 99999 }, { message: { namespace: ['is not valid'] } }],
    [{ name: 'x', merge_method: 'magic' }, { error: 'merge_method does not have a valid value' }],
    [{ name: 'x', path: '-x' }, { message: { path: [expect.stringContaining("Cannot start with '-'")] } }],
    [{ name: '!?' }, { message: { name: [expect.stringContaining('can contain only')] } }],
    [{ name: 'x', default_branch: 'a..b' }, { message: { default_branch: ['is invalid'] } }],
  ])('is refused with the documented text: %j', async (json, body) => {
    expect(await ask(dev, 'POST', '/projects', json)).toMatchObject({ status: 400, json: body })
  })

  it('is not made where the caller may not', async () => {
    expect(await ask(out, 'POST', '/projects', { name: 'x', namespace_id: group.id })).toMatchObject({ status: 400 })
    await ask({ id: 1, token: instance.root }, 'PUT', `/users/${out.id}`, { projects_limit: 0 })
    expect(await ask(out, 'POST', '/projects', { name: 'x' })).toMatchObject({ status: 403 })
  })

  it('is no more visible than its group', async () => {
    const json = { name: 'open', namespace_id: group.id, visibility: 'public' }
    expect(await ask(owner, 'POST', '/projects', json)).toMatchObject({
      status: 400,
      json: { message: { visibility_level: ['public is not allowed in a private group.'] } },
    })
  })

  it('keeps names and paths apart within a namespace', async () => {
    const again = { name: 'MY APP', path: 'App', namespace_id: group.id }
    expect(await ask(owner, 'POST', '/projects', again)).toMatchObject({
      status: 400,
      json: { message: { name: ['has already been taken'], path: ['has already been taken'] } },
    })
    expect(await ask(owner, 'POST', '/projects', { name: 'My App', path: 'app' })).toMatchObject({ status: 201 })
  })

  it('is made once by those who want the same name at the same time', async () => {
    const wanted = { name: 'Race', path: 'race', namespace_id: group.id }
    const all = await Promise.all(Array.from({ length: 8 }, () => ask(owner, 'POST', '/projects', wanted)))
    expect(all.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400, 400, 400])
  })

  it('is hidden from strangers, whatever they ask', async () => {
    const hidden = { status: 404, json: { message: '404 Project Not Found' } }
    expect(await ask(out, 'GET', `/projects/${app.id}`)).toMatchObject(hidden)
    expect(await ask(undefined, 'GET', `/projects/${app.id}`)).toMatchObject(hidden)
    expect(await ask(out, 'PUT', `/projects/${app.id}`, { description: 'x' })).toMatchObject(hidden)
    expect(await ask(out, 'DELETE', `/projects/${app.id}`)).toMatchObject(hidden)
  })

  it('changes by its maintainers only, and only its owners show it to others', async () => {
    const { id } = await make(owner, { name: 'changing' })
    await ask(owner, 'POST', `/projects/${id}/members`, { user_id: dev.id, access_level: 30 })
    expect(await ask(dev, 'PUT', `/projects/${id}`, { description: 'mine' })).toMatchObject({ status: 403 })
    await ask(owner, 'PUT', `/projects/${id}/members/${dev.id}`, { access_level: 40 })
    const wanted = {
      description: 'mine',
      squash_option: 'always',
      issues_access_level: 'disabled',
      wiki_enabled: false,
      merge_commit_template: 'Merge %{title}',
    }
    expect(await ask(dev, 'PUT', `/projects/${id}`, wanted)).toMatchObject({
      status: 200,
      json: {
        description: 'mine',
        squash_option: 'always',
        issues_enabled: false,
        issues_access_level: 'disabled',
        wiki_access_level: 'disabled',
        merge_requests_enabled: true,
        merge_commit_template: 'Merge %{title}',
      },
    })
    expect(await ask(dev, 'PUT', `/projects/${id}`, { visibility: 'public' })).toMatchObject({ status: 403 })
    expect(await ask(owner, 'PUT', `/projects/${id}`, { visibility: 'public' })).toMatchObject({ status: 200 })
    expect(await ask(owner, 'PUT', `/projects/${id}`, {})).toMatchObject({
      status: 400,
      json: { error: expect.stringContaining('are missing, at least one parameter must be provided') },
    })
    const anonymous = await ask(undefined, 'GET', `/projects/${id}`)
    expect(anonymous.status).toBe(200)
    expect(anonymous.json).not.toHaveProperty('permissions')
  })

  it('counts the open issues that the caller may see, where there are issues', async () => {
    const { id } = await make(owner, { name: 'Counted', visibility: 'public' })
    const path = `/projects/${id}`
    const counted = async (who: Person) =>
      ((await ask(who, 'GET', path)).json as { readonly open_issues_count?: number }).open_issues_count
    expect(await counted(owner)).toBe(0)
    for (const confidential of [false, false, true])
      await ask(owner, 'POST', `${path}/issues`, { title: 'Something', confidential })
    expect([await counted(owner), await counted(out)]).toEqual([3, 2])
    await ask(owner, 'PUT', `${path}/issues/1`, { state_event: 'close' })
    await ask(owner, 'PUT', `${path}/issues/2`, { confidential: true })
    expect([await counted(owner), await counted(out)]).toEqual([2, 0])
    await ask(owner, 'DELETE', `${path}/issues/3`)
    expect(await counted(owner)).toBe(1)
    expect((await ask(undefined, 'GET', path)).json).not.toHaveProperty('open_issues_count')
    await ask(owner, 'PUT', path, { issues_access_level: 'private' })
    expect([await counted(owner), await counted(out)]).toEqual([1, undefined])
    await ask(owner, 'PUT', path, { issues_access_level: 'disabled' })
    expect(await counted(owner)).toBe(undefined)
  })

  it('takes only a branch that exists as its default one', async () => {
    expect(await ask(owner, 'PUT', `/projects/${app.id}`, { default_branch: 'nowhere' })).toMatchObject({ status: 400 })
    expect(await ask(owner, 'PUT', `/projects/${app.id}`, { default_branch: 'trunk' })).toMatchObject({ status: 200 })
  })

  it('is archived, unarchived and deleted by owners', async () => {
    const { id } = await make(owner, { name: 'ending' })
    await ask(owner, 'POST', `/projects/${id}/members`, { user_id: dev.id, access_level: 40 })
    expect(await ask(dev, 'POST', `/projects/${id}/archive`)).toMatchObject({ status: 403 })
    expect(await ask(owner, 'POST', `/projects/${id}/archive`)).toMatchObject({ status: 201, json: { archived: true } })
    expect(await ask(owner, 'POST', `/projects/${id}/unarchive`)).toMatchObject({ json: { archived: false } })
    expect(await ask(dev, 'DELETE', `/projects/${id}`)).toMatchObject({ status: 403 })
    expect(await ask(owner, 'DELETE', `/projects/${id}`)).toMatchObject({
      status: 202,
      json: { message: '202 Accepted' },
    })
    expect(await ask(owner, 'GET', `/projects/${id}`)).toMatchObject({ status: 404 })
    expect(await ask(owner, 'POST', '/projects', { name: 'ending' })).toMatchObject({ status: 201 })
  })

  it('moves into another namespace', async () => {
    const { id } = await make(owner, { name: 'moving' })
    expect(await ask(owner, 'PUT', `/projects/${id}/transfer`, { namespace: 'top' })).toMatchObject({
      status: 200,
      json: { path_with_namespace: 'top/moving' },
    })
    expect(await make(owner, { name: 'moving' })).toHaveProperty('id')
  })

  it('is forked with its branches', async () => {
    const forked = await ask(owner, 'POST', `/projects/${app.id}/fork`, { path: 'forked', name: 'Forked' })
    expect(forked).toMatchObject({
      status: 201,
      json: { path_with_namespace: 'owner/forked', forked_from_project: { id: app.id } },
    })
    const { id } = forked.json as Thing
    expect(await ask(owner, 'GET', `/projects/${id}`)).toMatchObject({ json: { default_branch: 'trunk' } })
    expect(await ask(owner, 'GET', `/projects/${app.id}/forks`)).toMatchObject({ json: [{ id }] })
    expect(await ask(owner, 'GET', `/projects/${app.id}`)).toMatchObject({ json: { forks_count: 1 } })
    expect(await ask(out, 'POST', `/projects/${app.id}/fork`)).toMatchObject({ status: 404 })
    expect(await ask(owner, 'DELETE', `/projects/${id}/fork`)).toMatchObject({ status: 204 })
    expect(await ask(owner, 'DELETE', `/projects/${id}/fork`)).toMatchObject({ status: 304 })
  })

  it('is a fork that is never made more visible than its source', async () => {
    const source = await make(owner, { name: 'upstream', visibility: 'internal' })
    const fork = async (id: number, path: string): Promise<number> =>
      ((await ask(owner, 'POST', `/projects/${id}/fork`, { path, name: path })).json as Thing).id
    const show = (id: number, visibility: string) => ask(owner, 'PUT', `/projects/${id}`, { visibility })
    const refusal = {
      status: 400,
      json: {
        message: { visibility_level: ['public is not allowed since the fork source project has lower visibility.'] },
      },
    }
    const near = await fork(source.id, 'near')
    const far = await fork(near, 'far')
    expect(await show(near, 'public')).toMatchObject(refusal)
    expect(await show(far, 'public')).toMatchObject(refusal)
    expect(await show(near, 'private')).toMatchObject({ status: 200, json: { visibility: 'private' } })
    expect(await show(far, 'private')).toMatchObject({ status: 200 })
    expect(await show(far, 'internal')).toMatchObject({ status: 400 })
    // What is wider than its source already may be changed in other ways.
    expect(await show(near, 'internal')).toMatchObject({ status: 200 })
    expect(await show(source.id, 'private')).toMatchObject({ status: 200 })
    expect(await ask(owner, 'PUT', `/projects/${near}`, { description: 'wide' })).toMatchObject({ status: 200 })
    // Where the source is gone nobody can say what it would allow.
    expect(await ask(owner, 'DELETE', `/projects/${source.id}`)).toMatchObject({ status: 202 })
    await eventually('the end of the source', async () => {
      const { status } = await ask(owner, 'GET', `/projects/${source.id}`)
      return status === 404 ? status : undefined
    })
    expect(await show(near, 'public')).toMatchObject(refusal)
    expect(await ask(owner, 'DELETE', `/projects/${near}/fork`)).toMatchObject({ status: 204 })
    expect(await show(near, 'public')).toMatchObject({ status: 200 })
  })

  it('is listed for whom may see it, narrowed by each filter', async () => {
    const lister = await instance.person('lister')
    const paths = (answered: { readonly json: unknown }): ReadonlyArray<string> =>
      (answered.json as ReadonlyArray<{ path: string }>).map((one) => one.path)
    const one = await make(lister, { name: 'list-one', visibility: 'public', topics: ['green', 'blue'] })
    await make(lister, { name: 'list-two', visibility: 'internal', description: 'needle in the text' })
    const three = await make(lister, { name: 'list-three', issues_access_level: 'disabled' })
    await ask(lister, 'POST', `/projects/${three.id}/archive`)
    const get = async (who: Person | undefined, query: string) =>
      paths(await ask(who, 'GET', '/projects', undefined, `search=list-&order_by=id&sort=asc&${query}`))
    expect(await get(lister, '')).toEqual(['list-one', 'list-two', 'list-three'])
    expect(await get(out, '')).toEqual(['list-one', 'list-two'])
    expect(await get(undefined, '')).toEqual(['list-one'])
    expect(await get(lister, 'visibility=private')).toEqual(['list-three'])
    expect(await get(lister, 'archived=false')).toEqual(['list-one', 'list-two'])
    expect(await get(out, 'membership=true')).toEqual([])
    expect(await get(lister, 'owned=true&min_access_level=50')).toHaveLength(3)
    expect(await get(lister, 'with_issues_enabled=true')).toHaveLength(2)
    expect(await get(lister, 'topic=blue')).toEqual(['list-one'])
    expect(await get(lister, `id_after=${one.id}`)).toEqual(['list-two', 'list-three'])
    expect(await get(lister, 'starred=true')).toEqual([])
    expect(paths(await ask(out, 'GET', '/projects', undefined, 'search=NEEDLE'))).toEqual(['list-two'])
    expect([...paths(await ask(out, 'GET', `/users/${lister.id}/projects`))].sort()).toEqual(['list-one', 'list-two'])
    const simple = await ask(lister, 'GET', '/projects', undefined, 'search=list-one&simple=true')
    expect((simple.json as ReadonlyArray<object>)[0]).not.toHaveProperty('visibility')
  })

  it('is paged by key where asked for', async () => {
    const query = 'pagination=keyset&order_by=id&sort=asc&per_page=1'
    const first = await ask(owner, 'GET', '/projects', undefined, query)
    const next = /<http:\/\/forge\.test\/api\/v4\/projects\?(.*)>; rel="next"$/.exec(
      first.headers.get('link') ?? '',
    )?.[1]
    expect(first.headers.has('x-total')).toBe(false)
    const second = await ask(owner, 'GET', '/projects', undefined, next)
    const [a, b] = [first, second].map(({ json }) => (json as ReadonlyArray<Thing>)[0]?.id ?? 0)
    expect(b).toBeGreaterThan(a ?? 0)
    expect(await ask(owner, 'GET', '/projects', undefined, 'pagination=keyset')).toMatchObject({ status: 405 })
  })
})
