import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Thing {
  readonly id: number
}

describe('lists of projects', () => {
  let instance: TestInstance
  let owner: { readonly id: number; readonly token: string }
  let source: number

  const get = (path: string, query: string) =>
    instance.ask('GET', `/api/v4${path}`, { as: owner.token, json: undefined, query })
  const paths = (): ReadonlyArray<string> => [
    '/projects',
    `/users/${owner.id}/projects`,
    `/users/${owner.id}/starred_projects`,
    `/projects/${source}/forks`,
  ]

  beforeAll(async () => {
    instance = await openTestInstance()
    owner = await instance.person('owner')
    const make = async (path: string, json: object): Promise<number> =>
      ((await instance.ask('POST', `/api/v4${path}`, { as: owner.token, json })).json as Thing).id
    source = await make('/projects', { name: 'source', visibility: 'public' })
    for (const name of ['one', 'two']) {
      const fork = await make(`/projects/${source}/fork`, { name, path: name })
      await make(`/projects/${fork}/star`, {})
    }
  })
  afterAll(() => instance.close())

  it('end at an offset of 50,000, and name the other way of paging', async () => {
    for (const path of paths()) {
      expect(await get(path, 'page=500&per_page=100'), path).toMatchObject({ status: 200, json: [] })
      expect(await get(path, 'page=501&per_page=100'), path).toMatchObject({
        status: 405,
        json: {
          error:
            'Offset pagination has a maximum allowed offset of 50000 for requests that return objects of type Project. Remaining records can be retrieved using keyset pagination.',
        },
      })
      expect((await get(path, 'page=2501')).status, path).toBe(405)
    }
  })

  it('are paged by key where asked for', async () => {
    for (const path of paths()) {
      const first = await get(path, 'pagination=keyset&order_by=id&sort=asc&per_page=1')
      expect(first.headers.has('x-total'), path).toBe(false)
      const next = /\?([^>]*)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1]
      const second = await get(path, next ?? 'pagination=keyset&order_by=id')
      const [a, b] = [first, second].map(({ json }) => (json as ReadonlyArray<Thing>)[0]?.id ?? 0)
      expect(b, path).toBeGreaterThan(a ?? 0)
      expect(await get(path, 'pagination=keyset'), path).toMatchObject({ status: 405 })
    }
  })
})
