import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Group {
  readonly name: string
}

describe('the list of groups', () => {
  let instance: TestInstance
  const NAMES = ['alpha', 'Äpfel', 'beta 2', 'Beta', 'gamma']

  const get = (query: string, as?: string) => instance.ask('GET', '/api/v4/groups', { as, query })
  const namesIn = ({ json }: { readonly json: unknown }) => (json as ReadonlyArray<Group>).map(({ name }) => name)
  const walk = async (query: string, as?: string): Promise<ReadonlyArray<string>> => {
    const found: Array<string> = []
    for (let next: string | undefined = query; next !== undefined; ) {
      const page = await get(next, as)
      expect(page.status, page.text).toBe(200)
      expect(page.headers.has('x-total')).toBe(false)
      found.push(...namesIn(page))
      next = /^<[^>]*\?([^>]*)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1]
    }
    return found
  }

  beforeAll(async () => {
    instance = await openTestInstance()
    for (const [place, name] of NAMES.entries()) {
      const json = { name, path: `group-${place}`, visibility: 'public' }
      expect((await instance.ask('POST', '/api/v4/groups', { as: instance.root, json })).status).toBe(201)
    }
    // Two of the same name.
    const json = { name: 'alpha', path: 'alpha-2', visibility: 'public' }
    expect((await instance.ask('POST', '/api/v4/groups', { as: instance.root, json })).status).toBe(201)
  })
  afterAll(() => instance.close())

  it('is paged by name where asked for, each page after the one before', async () => {
    const all = namesIn(await get('per_page=100'))
    expect(all).toHaveLength(6)
    for (const as of [undefined, instance.root])
      for (const size of [1, 2, 4, 6]) expect(await walk(`pagination=keyset&per_page=${size}`, as)).toEqual(all)
    expect(await walk('pagination=keyset&order_by=name&sort=asc&search=beta&per_page=1')).toEqual(
      namesIn(await get('search=beta')),
    )
  })

  it('is paged by key in no other order, and by number up to 50,000, for anonymous callers', async () => {
    const error = 'Keyset pagination is not yet available for this type of request'
    for (const other of ['order_by=id', 'order_by=path', 'sort=desc'])
      expect(await get(`pagination=keyset&${other}`)).toMatchObject({ status: 405, json: { error } })
    expect((await get('page=500&per_page=100')).status).toBe(200)
    expect(await get('page=501&per_page=100')).toMatchObject({
      status: 405,
      json: { error: expect.stringContaining('of 50000 for requests that return objects of type Group.') },
    })
  })

  it('falls back to pages by number for users', async () => {
    const byId = await get('pagination=keyset&order_by=id', instance.root)
    expect([byId.status, byId.headers.get('x-total')]).toEqual([200, '6'])
    expect((await get('page=501&per_page=100', instance.root)).status).toBe(200)
  })

  it('refuses what is no cursor', async () => {
    for (const cursor of ['x', 'MQ', '%00'])
      expect((await get(`pagination=keyset&cursor=${cursor}`)).status, cursor).toBe(400)
  })
})
