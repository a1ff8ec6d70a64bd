import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

let world: TestInstance
let out: string

const get = async (path: string, query = '', as: string | undefined = undefined) =>
  world.ask('GET', `/api/v4${path}`, { as, query })

beforeAll(async () => {
  world = await openTestInstance({ startsAt: '2022-03-04T00:00:00.000Z' })
  out = (await world.person('out')).token
  await world.ask('POST', '/api/v4/projects', { as: world.root, json: { name: 'app', path: 'app' } })
})
afterAll(() => world.close())

describe('templates', () => {
  it.each(['gitignores', 'gitlab_ci_ymls', 'dockerfiles'])('of %s are listed by name and read by key', async (kind) => {
    const listed = (await get(`/templates/${kind}`)).json as ReadonlyArray<Json>
    expect(listed.length).toBeGreaterThan(3)
    for (const { key, name } of listed) {
      const read = await get(`/templates/${kind}/${String(key).toLowerCase()}`)
      expect([read.status, read.json]).toEqual([200, { name, content: expect.stringMatching(/\n$/) }])
    }
    expect((await get(`/templates/${kind}/nothing`)).status).toBe(404)
    expect((await get(`/templates/${kind}`, 'per_page=1&page=2')).json).toEqual([listed[1]])
  })

  it('of pipelines are pipelines', async () => {
    for (const { key } of (await get('/templates/gitlab_ci_ymls', 'per_page=100')).json as ReadonlyArray<Json>) {
      const { content } = (await get(`/templates/gitlab_ci_ymls/${encodeURIComponent(String(key))}`)).json as Json
      const linted = await world.ask('POST', '/api/v4/projects/1/ci/lint', { as: world.root, json: { content } })
      expect([key, linted.json]).toMatchObject([key, { valid: true, errors: [] }])
    }
  })

  it('of licences are filled in', async () => {
    const all = (await get('/templates/licenses')).json as ReadonlyArray<Json>
    const popular = (await get('/templates/licenses', 'popular=true')).json as ReadonlyArray<Json>
    expect(popular.map(({ key }) => key)).toEqual(['bsd-2-clause', 'mit'])
    expect(all).toEqual(expect.arrayContaining([...popular]))
    const { content } = (await get('/templates/licenses/MIT', 'fullname=Ann%20%241&project=app')).json as Json
    expect(content).toContain('Copyright (c) 2022 Ann $1\n')
    expect(((await get('/templates/licenses/mit')).json as Json)['content']).toContain('2022 [fullname]')
    expect((await get('/templates/licenses/own')).status).toBe(404)
    expect((await get('/templates/licenses', 'page=2&per_page=1')).json).toEqual([all[1]])
  })

  it('are those of a project to whoever sees it', async () => {
    const path = '/projects/1/templates'
    for (const kind of ['gitignores', 'gitlab_ci_ymls', 'dockerfiles', 'licenses', 'issues', 'merge_requests']) {
      const listed = await get(`${path}/${kind}`, '', world.root)
      const expected = kind.includes('s') && !/issues|requests/.test(kind) ? await get(`/templates/${kind}`) : undefined
      const names = (expected?.json as ReadonlyArray<Json> | undefined)?.map(({ key, name }) => ({ key, name }))
      expect([listed.status, listed.json]).toEqual([200, names ?? []])
    }
    expect((await get(`${path}/gitignores/node`, '', world.root)).json).toEqual(
      (await get('/templates/gitignores/Node')).json,
    )
    const license = (await get(`${path}/licenses/isc`, 'fullname=Ann', world.root)).json as Json
    expect(license['content']).toContain('2022 Ann')
    expect((await get(`${path}/licenses/isc`, 'project=other', world.root)).status).toBe(200)
    expect((await get(`${path}/gitignores`, 'page=2&per_page=1', world.root)).json).toEqual([{ key: 'Go', name: 'Go' }])
    expect((await get(`${path}/licenses/own`, '', world.root)).status).toBe(404)
    expect((await get(`${path}/issues/own`, '', world.root)).status).toBe(404)
    expect((await get(`${path}/hats`, '', world.root)).status).toBe(400)
    expect((await get(`${path}/gitignores`, '', out)).status).toBe(404)
  })
})
