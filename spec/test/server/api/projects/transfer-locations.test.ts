import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Person = Awaited<ReturnType<TestInstance['person']>>
type Made = { readonly id: number }

describe('places of projects and groups', () => {
  let world: TestInstance
  let ann: Person
  let bob: Person
  let groups: Readonly<Record<string, Made>>
  let project: Made
  const ask = (as: Person | string, method: string, path: string, json?: unknown, query = '') =>
    world.ask(method, `/api/v4${path}`, {
      as: typeof as === 'string' ? as : as.token,
      query,
      json,
    })
  const make = async (as: Person | string, path: string, json: object): Promise<Made> => {
    const made = await ask(as, 'POST', path, json)
    expect([path, made.status]).toEqual([path, 201])
    return made.json as Made
  }
  const names = async (as: Person, path: string, query = '') =>
    ((await ask(as, 'GET', path, undefined, query)).json as ReadonlyArray<{ full_path: string }>).map(
      ({ full_path }) => full_path,
    )

  beforeAll(async () => {
    world = await openTestInstance({ release: '15.11' })
    ann = await world.person('ann')
    bob = await world.person('bob')
    const here = await make(ann, '/groups', { name: 'here', path: 'here' })
    const below = await make(ann, '/groups', { name: 'below', path: 'below', parent_id: here.id })
    const there = await make(ann, '/groups', { name: 'there', path: 'there' })
    const led = await make(bob, '/groups', { name: 'led', path: 'led' })
    const seen = await make(bob, '/groups', { name: 'seen', path: 'seen', visibility: 'public' })
    await make(bob, `/groups/${led.id}/members`, { user_id: ann.id, access_level: 40 })
    await make(bob, `/groups/${seen.id}/members`, { user_id: ann.id, access_level: 30 })
    groups = { here, below, there, led, seen }
    project = await make(ann, '/projects', { name: 'app', namespace_id: here.id, initialize_with_readme: true })
  })
  afterAll(() => world.close())

  it('lists the groups that a project can be put into', async () => {
    const path = `/projects/${project.id}/transfer_locations`
    expect(await names(ann, path)).toEqual(['here/below', 'led', 'there'])
    expect(await names(ann, path, 'search=the&page=1&per_page=1')).toEqual(['there'])
    expect((await ask(ann, 'GET', path, undefined, 'search=led')).json).toEqual([
      {
        id: groups['led']?.id,
        name: 'led',
        avatar_url: null,
        full_name: 'led',
        full_path: 'led',
        web_url: expect.stringMatching(/\/groups\/led$/),
      },
    ])
    expect((await ask(bob, 'GET', path)).status).toBe(404)
    await make(ann, `/projects/${project.id}/members`, { user_id: bob.id, access_level: 40 })
    expect((await ask(bob, 'GET', path)).status).toBe(403)
    await ask(ann, 'DELETE', `/projects/${project.id}/members/${bob.id}`)
  })

  it('lists the groups that a group can be put under', async () => {
    expect(await names(ann, `/groups/${groups['here']?.id}/transfer_locations`)).toEqual(['there'])
    const path = `/groups/${groups['below']?.id}/transfer_locations`
    expect(await names(ann, path)).toEqual(['there'])
    expect(await names(ann, path, 'search=nowhere&page=1&per_page=2')).toEqual([])
    expect((await ask(ann, 'GET', `/groups/${groups['led']?.id}/transfer_locations`)).status).toBe(403)
    expect((await ask(bob, 'GET', path)).status).toBe(404)
  })

  it('takes the members of another project over', async () => {
    const other = await make(bob, '/projects', { name: 'other' })
    const third = await world.person('third')
    await make(bob, `/projects/${other.id}/members`, { user_id: third.id, access_level: 20, expires_at: '2099-01-01' })
    await make(bob, `/projects/${other.id}/members`, { user_id: ann.id, access_level: 30 })
    const path = `/projects/${project.id}/import_project_members/${other.id}`
    const done = await ask(ann, 'POST', path)
    expect([done.status, done.json]).toEqual([201, { status: 'success' }])
    const members = (await ask(ann, 'GET', `/projects/${project.id}/members`)).json as ReadonlyArray<object>
    expect(members).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ username: 'third', access_level: 20, expires_at: '2099-01-01' }),
        expect.objectContaining({ username: 'bob', access_level: 50 }),
      ]),
    )
    expect((await ask(ann, 'POST', path)).status).toBe(201)
    expect((await ask(ann, 'GET', `/projects/${project.id}/members`)).json).toEqual(members)
    expect((await ask(third, 'POST', path)).status).toBe(403)
    const hidden = await make(bob, '/projects', { name: 'hidden' })
    expect((await ask(ann, 'POST', `/projects/${project.id}/import_project_members/${hidden.id}`)).status).toBe(404)
    expect((await ask(ann, 'POST', `/projects/9999/import_project_members/${other.id}`)).status).toBe(404)
  })

  it('counts the commits that lead to a commit', async () => {
    const at = `/projects/${project.id}/repository`
    const commit = (branch: string, file: string, more: object = {}) =>
      make(ann, `${at}/commits`, {
        branch,
        commit_message: file,
        actions: [{ action: 'create', file_path: file, content: file }],
        ...more,
      })
    await commit('side', 'a', { start_branch: 'main' })
    await commit('side', 'b')
    const { iid } = (
      await ask(ann, 'POST', `/projects/${project.id}/merge_requests`, {
        source_branch: 'side',
        target_branch: 'main',
        title: 'Merge',
      })
    ).json as { iid: number }
    expect((await ask(ann, 'PUT', `/projects/${project.id}/merge_requests/${iid}/merge`)).status).toBe(200)
    const count = async (query = '') => (await ask(ann, 'GET', `${at}/commits/main/sequence`, undefined, query)).json
    expect(await count()).toEqual({ count: 4 })
    expect(await count('first_parent=true')).toEqual({ count: 2 })
    expect((await ask(ann, 'GET', `${at}/commits/nothing/sequence`)).status).toBe(404)
    expect((await ask(bob, 'GET', `${at}/commits/main/sequence`)).status).toBe(200)
  })
})
