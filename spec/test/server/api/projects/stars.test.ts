import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

let world: TestInstance
let ann: string
let ben: string

const ask = (method: string, path: string, as: string | undefined, query = '', json?: unknown) =>
  world.ask(method, `/api/v4${path}`, { as, query, json })

const names = async (path: string, query = '', as?: string) =>
  ((await ask('GET', path, as, query)).json as ReadonlyArray<Json>).map(({ name }) => name)

beforeAll(async () => {
  world = await openTestInstance({ release: '15.7' })
  ann = (await world.person('ann')).token
  ben = (await world.person('ben')).token
  await ask('POST', '/projects', world.root, '', { name: 'app', visibility: 'public' })
  await ask('POST', '/projects', world.root, '', { name: 'own', visibility: 'private' })
})
afterAll(() => world.close())

describe('stars', () => {
  it('are given once, counted, and taken back once', async () => {
    const given = await ask('POST', '/projects/1/star', ann)
    expect([given.status, given.json]).toEqual([201, expect.objectContaining({ name: 'app', star_count: 1 })])
    expect((await ask('POST', '/projects/1/star', ann)).status).toBe(304)
    expect((await ask('POST', '/projects/1/star', ben)).json).toMatchObject({ star_count: 2 })
    expect((await ask('GET', '/projects/1', undefined)).json).toMatchObject({ star_count: 2 })
    expect((await ask('POST', '/projects/1/unstar', ben)).json).toMatchObject({ star_count: 1 })
    expect((await ask('POST', '/projects/1/unstar', ben)).status).toBe(304)
    expect((await ask('POST', '/projects/1/star', undefined)).status).toBe(401)
    expect((await ask('POST', '/projects/2/star', ann)).status).toBe(404)
  })

  it('list those who gave them', async () => {
    await ask('POST', '/projects/1/star', ben)
    const all = (await ask('GET', '/projects/1/starrers', undefined)).json as ReadonlyArray<Json>
    expect(all.map(({ user }) => (user as Json)['username'])).toEqual(['ben', 'ann'])
    expect(all[0]?.['starred_since']).toMatch(/Z$/)
    expect((await ask('GET', '/projects/1/starrers', undefined, 'search=AN')).json).toEqual([all[1]])
    expect((await ask('GET', '/projects/1/starrers', undefined, 'page=2&per_page=1')).json).toEqual([all[1]])
    expect((await ask('GET', '/projects/2/starrers', ann)).status).toBe(404)
  })

  it('list the projects that got them', async () => {
    expect(await names('/users/ann/starred_projects')).toEqual(['app'])
    await ask('POST', '/projects/2/star', world.root)
    expect(await names('/users/root/starred_projects', '', world.root)).toEqual(['own'])
    expect(await names('/users/root/starred_projects', '', ann)).toEqual([])
    expect((await ask('GET', '/users/nobody/starred_projects', undefined)).status).toBe(404)
    expect(await names('/projects', 'starred=true', ann)).toEqual(['app'])
    expect(await names('/projects', 'starred=true')).toEqual([])
  })

  it('are narrowed like every list of projects', async () => {
    const filters = [
      'archived=false',
      'visibility=public',
      'search=ap',
      'simple=true',
      'min_access_level=10',
      'with_issues_enabled=true',
      'with_merge_requests_enabled=true',
      'order_by=name',
      'sort=asc',
      'starred=true',
      'page=1',
      'per_page=1',
    ]
    const narrowed = (query: string) => names('/users/ann/starred_projects', query, ann)
    for (const filter of filters)
      expect([filter, await narrowed(filter)]).toEqual([filter, filter.startsWith('min') ? [] : ['app']])
    for (const filter of ['archived=true', 'visibility=private', 'search=x', 'owned=true', 'topic=x', 'page=2'])
      expect([filter, await narrowed(filter)]).toEqual([filter, []])
  })
})

describe('topics', () => {
  it('are made by administrators, and merged', async () => {
    const made = await ask('POST', '/topics', world.root, '', { name: 'Web', title: 'The web', description: 'Pages' })
    expect([made.status, made.json]).toEqual([
      201,
      { id: 1, name: 'Web', title: 'The web', description: 'Pages', total_projects_count: 0, avatar_url: null },
    ])
    expect((await ask('POST', '/topics', world.root, '', { name: 'web', title: 'x' })).status).toBe(400)
    expect((await ask('POST', '/topics', world.root, '', { name: ' ' })).status).toBe(400)
    expect((await ask('POST', '/topics', ann, '', { name: 'own' })).status).toBe(403)
    const html = (await ask('POST', '/topics', world.root, '', { name: 'html' })).json as Json
    await ask('PUT', '/projects/1', world.root, '', { topics: ['HTML', 'other'] })
    expect(await names('/topics')).toEqual(['html', 'Web'])
    expect(await names('/topics', 'without_projects=true')).toEqual(['Web'])
    expect(await names('/topics', 'search=the%20w')).toEqual(['Web'])
    expect(await names('/topics', 'page=2&per_page=1')).toEqual(['Web'])
    const changed = await ask('PUT', '/topics/1', world.root, '', { name: 'web', title: 'Web', description: 'All' })
    expect(changed.json).toMatchObject({ name: 'web', title: 'Web', description: 'All' })
    expect((await ask('GET', '/topics/1', undefined)).json).toEqual(changed.json)
    const merged = await ask('POST', '/topics/merge', world.root, '', {
      source_topic_id: html['id'],
      target_topic_id: 1,
    })
    expect([merged.status, merged.json]).toEqual([201, expect.objectContaining({ id: 1, total_projects_count: 1 })])
    expect((await ask('GET', '/projects/1', undefined)).json).toMatchObject({ topics: ['other', 'web'] })
    expect((await ask('GET', `/topics/${html['id']}`, undefined)).status).toBe(404)
    expect((await ask('DELETE', '/topics/1', world.root)).status).toBe(204)
    expect((await ask('DELETE', '/topics/1', world.root)).status).toBe(404)
    expect((await ask('POST', '/topics', world.root, '', { name: 'web' })).status).toBe(201)
  })
})
