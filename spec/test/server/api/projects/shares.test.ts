import { expireShares } from '@forgefold/core/domains/projects/group-share'
import { DAY_MS, dayOf, secondsAfter } from '@forgefold/core/kernel'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

let world: TestInstance
let guests: number
let ann: Awaited<ReturnType<TestInstance['person']>>
let ben: Awaited<ReturnType<TestInstance['person']>>
let project: number
let host: number

const ask = (method: string, path: string, json?: unknown, as = world.root) => {
  const [place = '', query = ''] = path.split('?')
  return world.ask(method, `/api/v4${place}`, json === undefined ? { as, query } : { as, json })
}
const make = async (path: string, json: unknown): Promise<number> => {
  const made = await ask('POST', path, json)
  expect([201, made.status]).toEqual([made.status, 201])
  return (made.json as { readonly id: number }).id
}
const level = async (path: string): Promise<number | undefined> => {
  const found = await ask('GET', `${path}/members/all/${ann.id}`)
  return found.status === 200 ? (found.json as { readonly access_level: number }).access_level : undefined
}
const seenByAnn = async (path: string): Promise<number> => (await ask('GET', path, undefined, ann.token)).status

beforeEach(async () => {
  await world?.close()
  world = await openTestInstance()
  ann = await world.person('ann')
  ben = await world.person('ben')
  const above = await make('/groups', { name: 'above', path: 'above' })
  guests = await make('/groups', { name: 'guests', path: 'guests', parent_id: above })
  host = await make('/groups', { name: 'host', path: 'host' })
  project = await make('/projects', { name: 'app', namespace_id: host, initialize_with_readme: true })
  await make(`/groups/${guests}/members`, { user_id: ann.id, access_level: 40 })
  await make(`/groups/${above}/members`, { user_id: ben.id, access_level: 30 })
})
afterAll(() => world.close())

describe('a project shared with a group', () => {
  it('lets in its members, inherited ones too, up to the role of the share and no further', async () => {
    expect(await seenByAnn(`/projects/${project}`)).toBe(404)
    const shared = await ask('POST', `/projects/${project}/share`, { group_id: guests, group_access: 30 })
    expect([shared.status, shared.json]).toEqual([
      201,
      { id: 1, project_id: project, group_id: guests, group_access: 30, expires_at: null },
    ])
    const branch = (name: string, as: string) =>
      ask('POST', `/projects/${project}/repository/branches`, { branch: name, ref: 'main' }, as)
    expect((await branch('by-ann', ann.token)).status).toBe(201)
    expect((await branch('by-ben', ben.token)).status).toBe(201)
    expect((await ask('PUT', `/projects/${project}`, { description: 'no' }, ann.token)).status).toBe(403)
    expect(await level(`/projects/${project}`)).toBe(30)
    const all = (await ask('GET', `/projects/${project}/members/all`)).json as ReadonlyArray<{ readonly id: number }>
    expect(all.map(({ id }) => id)).toEqual([1, ann.id, ben.id])
    expect((await ask('GET', `/projects/${project}/members`)).json).toEqual([])
  })

  it('is named on both sides', async () => {
    await ask('POST', `/projects/${project}/share`, { group_id: guests, group_access: 20, expires_at: '2099-01-01' })
    expect((await ask('GET', `/projects/${project}`)).json).toMatchObject({
      shared_with_groups: [
        {
          group_id: guests,
          group_name: 'guests',
          group_full_path: 'above/guests',
          group_access_level: 20,
          expires_at: '2099-01-01',
        },
      ],
    })
    expect((await ask('GET', `/groups/${guests}`)).json).toMatchObject({
      projects: [],
      shared_projects: [{ id: project }],
    })
    for (const path of [`/groups/${guests}/projects`, `/groups/${guests}/projects/shared`])
      expect((await ask('GET', path)).json).toMatchObject([{ id: project }])
    expect((await ask('GET', `/groups/${guests}/projects?with_shared=false`)).json).toEqual([])
    expect((await ask('GET', `/projects/${project}/groups`)).json).toMatchObject([{ id: host }])
    const groups = async (query: string) =>
      ((await ask('GET', `/projects/${project}/groups?${query}`)).json as ReadonlyArray<{ readonly id: number }>).map(
        ({ id }) => id,
      )
    expect(await groups('with_shared=true')).toEqual([guests, host])
    expect(await groups('with_shared=true&shared_visible_only=true&search=gues')).toEqual([guests])
    expect(await groups('with_shared=true&shared_min_access_level=30')).toEqual([host])
    expect(await groups(`with_shared=true&skip_groups=${guests}`)).toEqual([host])
    const stranger = await world.person('stranger')
    await ask('POST', `/projects/${project}/members`, { user_id: stranger.id, access_level: 10 })
    expect((await ask('GET', `/projects/${project}`, undefined, stranger.token)).json).toMatchObject({
      shared_with_groups: [],
    })
  })

  it('is found among those shared with a group by the filters of all lists', async () => {
    await ask('POST', `/projects/${project}/share`, { group_id: guests, group_access: 20 })
    const found = async (query: string) => (await ask('GET', `/groups/${guests}/projects/shared?${query}`)).json
    await ask('POST', `/projects/${project}/star`)
    await ask('PUT', `/projects/${project}`, { topics: ['tool'] })
    for (const query of [
      'archived=false&visibility=private',
      'search=app&simple=true&starred=true',
      'with_issues_enabled=true&with_merge_requests_enabled=true',
      'order_by=name&sort=asc&topic=tool',
      'page=1&per_page=1&owned=false',
    ])
      expect([query, await found(query)]).toMatchObject([query, [{ id: project }]])
    for (const query of ['archived=true', 'search=other', 'topic=other', 'page=2'])
      expect([query, await found(query)]).toEqual([query, []])
    for (const query of ['owned=true', 'min_access_level=30']) {
      const own = await ask('GET', `/groups/${guests}/projects/shared?${query}`, undefined, ann.token)
      expect([query, own.json]).toEqual([query, []])
    }
    const paged = await ask('GET', `/projects/${project}/groups?with_shared=true&page=2&per_page=1`)
    expect(paged.json).toMatchObject([{ id: host }])
  })

  it('follows who comes, who goes, and what role they get', async () => {
    await ask('POST', `/projects/${project}/share`, { group_id: guests, group_access: 30 })
    await ask('PUT', `/groups/${guests}/members/${ann.id}`, { access_level: 20 })
    expect(await level(`/projects/${project}`)).toBe(20)
    await ask('DELETE', `/groups/${guests}/members/${ann.id}`)
    expect(await seenByAnn(`/projects/${project}`)).toBe(404)
    await ask('POST', `/groups/${guests}/members`, { user_id: ann.id, access_level: 50 })
    expect(await level(`/projects/${project}`)).toBe(30)
    expect((await ask('DELETE', `/projects/${project}/share/${guests}`)).status).toBe(204)
    expect(await seenByAnn(`/projects/${project}`)).toBe(404)
    const again = await ask('DELETE', `/projects/${project}/share/${guests}`)
    expect([again.status, again.json]).toEqual([404, { message: '404 Group Link Not Found' }])
  })

  it('is shared no more once the group is gone', async () => {
    await ask('POST', `/projects/${project}/share`, { group_id: guests, group_access: 30 })
    await ask('PUT', '/application/settings', { delayed_group_deletion: false, deletion_adjourned_period: 0 })
    expect((await ask('DELETE', `/groups/${guests}`)).status).toBe(202)
    expect(await seenByAnn(`/projects/${project}`)).toBe(404)
    expect((await ask('GET', `/projects/${project}`)).json).toMatchObject({ shared_with_groups: [] })
  })

  it('is shared once with each, by maintainers, with groups they see, where its group allows it', async () => {
    const path = `/projects/${project}/share`
    const wanted = { group_id: guests, group_access: 30 }
    expect((await ask('POST', path, wanted)).status).toBe(201)
    const again = await ask('POST', path, wanted)
    expect([again.status, again.json]).toEqual([409, { message: 'Group already shared with this group' }])
    const own = await ask('POST', path, { group_id: host, group_access: 30 })
    expect(own.status).toBe(409)
    expect((await ask('POST', path, { group_id: 99_999, group_access: 30 })).status).toBe(404)
    expect((await ask('POST', path, { group_id: guests, group_access: 31 })).status).toBe(400)
    const past = await ask('POST', path, { ...wanted, expires_at: '2001-01-01' })
    expect([409, 400]).toContain(past.status)
    await ask('PUT', `/groups/${host}`, { share_with_group_lock: true })
    const other = await make('/groups', { name: 'other', path: 'other' })
    const locked = await ask('POST', path, { group_id: other, group_access: 30 })
    expect([locked.status, locked.json]).toEqual([400, { message: 'The project sharing with group is disabled' }])
    await ask('POST', `/projects/${project}/members`, { user_id: ann.id, access_level: 40 })
    await ask('PUT', `/groups/${host}`, { share_with_group_lock: false })
    const more = await make('/groups', { name: 'more', path: 'more', visibility: 'public' })
    expect((await ask('POST', path, { group_id: more, group_access: 50 }, ann.token)).status).toBe(403)
    expect((await ask('POST', path, { group_id: more, group_access: 40 }, ann.token)).status).toBe(201)
    expect((await ask('POST', path, { group_id: more, group_access: 40 }, ben.token)).status).toBe(403)
  })
})

describe('a group shared with a group', () => {
  it('lets in its direct members, in all that lies below', async () => {
    const sub = await make('/groups', { name: 'sub', path: 'sub', parent_id: host })
    const inner = await make('/projects', { name: 'inner', namespace_id: sub })
    const shared = await ask('POST', `/groups/${host}/share`, { group_id: guests, group_access: 20 })
    expect([shared.status, shared.json]).toMatchObject([
      201,
      { id: host, shared_with_groups: [{ group_id: guests, group_access_level: 20 }] },
    ])
    for (const path of [`/groups/${host}`, `/groups/${sub}`, `/projects/${inner}`, `/projects/${project}`])
      expect([path, await seenByAnn(path), await level(path)]).toEqual([path, 200, 20])
    expect((await ask('GET', `/projects/${inner}`, undefined, ben.token)).status).toBe(404)
    await ask('DELETE', `/groups/${guests}/members/${ann.id}`)
    expect(await seenByAnn(`/projects/${inner}`)).toBe(404)
    await ask('POST', `/groups/${guests}/members`, { user_id: ann.id, access_level: 40 })
    expect(await seenByAnn(`/projects/${inner}`)).toBe(200)
    expect((await ask('DELETE', `/groups/${host}/share/${guests}`)).status).toBe(204)
    expect(await seenByAnn(`/projects/${inner}`)).toBe(404)
  })

  it('is for owners; a group is not shared with itself, nor out of a hierarchy that forbids it', async () => {
    const path = `/groups/${host}/share`
    expect((await ask('POST', path, { group_id: host, group_access: 20 })).status).toBe(404)
    await ask('PUT', `/groups/${host}`, { prevent_sharing_groups_outside_hierarchy: true })
    expect((await ask('POST', path, { group_id: guests, group_access: 20 })).status).toBe(404)
    const maintainer = await world.person('maintainer')
    await ask('POST', `/groups/${host}/members`, { user_id: maintainer.id, access_level: 40 })
    expect((await ask('POST', path, { group_id: guests, group_access: 20 }, maintainer.token)).status).toBe(403)
  })

  it('ends on its day', async () => {
    const expires_at = dayOf(secondsAfter(world.clock.now(), 86_400))
    await ask('POST', `/groups/${host}/share`, { group_id: guests, group_access: 20, expires_at })
    expect(await expireShares(world.forge, world.caller())).toMatchObject({ right: 0 })
    expect(await seenByAnn(`/groups/${host}`)).toBe(200)
    world.clock.advance(2 * DAY_MS)
    await expireShares(world.forge, world.caller())
    expect(await seenByAnn(`/groups/${host}`)).toBe(404)
  })
})
