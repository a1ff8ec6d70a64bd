import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const P = '/api/v4/projects/1/repository'
const NAMES = ['v1.9', 'v1.10', 'v1.2', 'v2', 'older']

let world: TestInstance
const get = (list: string, query: string) => world.ask('GET', `${P}/${list}`, { as: world.root, query })
const namesOf = (json: unknown): ReadonlyArray<string> =>
  (json as ReadonlyArray<{ readonly name: string }>).map(({ name }) => name)

/** Every page, by the links. */
const walk = async (list: string, first: string): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const pages: Array<ReadonlyArray<string>> = []
  for (let query: string | undefined = first; query !== undefined; ) {
    const { json, headers } = await get(list, query)
    expect(headers.get('x-total')).toBeUndefined()
    pages.push(namesOf(json))
    query = /^<[^?]*\?([^>]*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
  }
  return pages
}

beforeAll(async () => {
  world = await openTestInstance()
  const json = { name: 'p', initialize_with_readme: true, default_branch: 'main' }
  await world.ask('POST', '/api/v4/projects', { as: world.root, json })
  for (const name of NAMES) {
    await world.ask('POST', `${P}/tags`, { as: world.root, json: { tag_name: name, ref: 'main' } })
    await world.ask('POST', `${P}/branches`, { as: world.root, json: { branch: name, ref: 'main' } })
    await world.ask('POST', `${P}/files/${name}`, {
      as: world.root,
      json: { branch: 'main', commit_message: 'a file', content: 'text' },
    })
  }
})
afterAll(() => world.close())

describe('lists out of git', () => {
  it('tags are sorted by the numbers in them', async () => {
    const sorted = ['older', 'v1.2', 'v1.9', 'v1.10', 'v2']
    expect(namesOf((await get('tags', 'order_by=version&sort=asc')).json)).toEqual(sorted)
    expect(namesOf((await get('tags', 'order_by=version')).json)).toEqual([...sorted].reverse())
    expect(namesOf((await get('tags', 'order_by=name&sort=asc')).json)).toEqual([...NAMES].sort())
  })

  it.each([
    ['^v1', ['v1.10', 'v1.2', 'v1.9']],
    ['2$', ['v1.2', 'v2']],
    ['^v2$', ['v2']],
    ['LDE', ['older']],
    ['^1', []],
  ])('tags are found by %s', async (search, found) => {
    const { json } = await get('tags', `order_by=name&sort=asc&search=${encodeURIComponent(search)}`)
    expect(namesOf(json)).toEqual(found)
  })

  it.each([
    ['tags', 'pagination=keyset&per_page=2&order_by=version&sort=asc', [['older', 'v1.2'], ['v1.9', 'v1.10'], ['v2']]],
    [
      'branches',
      'pagination=keyset&per_page=3',
      [
        ['main', 'older', 'v1.10'],
        ['v1.2', 'v1.9', 'v2'],
      ],
    ],
    [
      'tree',
      'pagination=keyset&per_page=4',
      [
        ['README.md', 'older', 'v1.10', 'v1.2'],
        ['v1.9', 'v2'],
      ],
    ],
  ])('%s are paged by name', async (list, query, pages) => {
    expect(await walk(list, query)).toEqual(pages)
  })

  it.each(['tags', 'branches'])('a page of %s after something that is not there is refused', async (list) => {
    const refused = await get(list, 'pagination=keyset&page_token=none')
    expect([refused.status, refused.json]).toEqual([
      422,
      { message: `Invalid page token: refs/${list === 'tags' ? 'tags' : 'heads'}/none` },
    ])
  })

  it('a token means nothing to pages by number', async () => {
    const { json, headers } = await get('tags', 'page_token=v2&per_page=3&page=2&order_by=name')
    expect([namesOf(json), headers.get('x-total')]).toEqual([['v1.10', 'older'], '5'])
  })
})
