import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Titled {
  readonly id: number
  readonly iid: number
  readonly title: string
}

describe.each([
  ['project', '/projects/top%2Fapp'],
  ['group', '/groups/top'],
] as const)('of a %s', (kind, place) => {
  let world: TestInstance

  const ask = async (method: string, path: string, json?: unknown, query = ''): Promise<unknown> => {
    const answer = await world.ask(method, `/api/v4${path}`, { as: world.root, json, query })
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
    return answer.json
  }
  const at = (method: string, path: string, json?: unknown, query?: string) => ask(method, place + path, json, query)

  beforeAll(async () => {
    world = await openTestInstance()
    const { id } = (await ask('POST', '/groups', { name: 'Top', path: 'top' })) as Titled
    await ask('POST', '/projects', { name: 'app', namespace_id: id, initialize_with_readme: true })
  })
  afterAll(() => world.close())

  describe('labels', () => {
    // Labels of groups have no order: only projects have one.
    const priority = (number: number | null) => (kind === 'project' ? { priority: number } : {})

    it('are what they are made', async () => {
      const made = await at('POST', '/labels', { name: 'one', color: '#112233', description: 'first', priority: 3 })
      expect(made).toMatchObject({ name: 'one', color: '#112233', description: 'first', ...priority(3) })
    })
    it('are changed by their name in the path', async () => {
      const changes = { new_name: 'two', color: '#445566', description: 'second', priority: 4 }
      expect(await at('PUT', '/labels/one', changes)).toMatchObject({
        name: 'two',
        color: '#445566',
        description: 'second',
        ...priority(4),
      })
    })
    it('are changed by their name in the body', async () => {
      const changes = { name: 'two', new_name: 'three', color: '#778899', description: 'third', priority: null }
      expect(await at('PUT', '/labels', changes)).toMatchObject({
        name: 'three',
        color: '#778899',
        description: 'third',
        ...priority(null),
      })
    })
    it('are subscribed to and not, and deleted', async () => {
      expect(await at('POST', '/labels/three/subscribe')).toMatchObject({ subscribed: true })
      expect(await at('POST', '/labels/three/unsubscribe')).toMatchObject({ subscribed: false })
      await at('DELETE', '/labels/three')
      expect(await at('GET', '/labels')).toEqual([])
    })
  })

  describe('milestones', () => {
    const titles = async (query: string) =>
      ((await at('GET', '/milestones', undefined, query)) as ReadonlyArray<Titled>).map(({ title }) => title)
    let one: Titled

    it('are what they are made and changed to', async () => {
      const made = { title: 'first', description: 'words', start_date: '2022-09-01', due_date: '2022-09-30' }
      one = (await at('POST', '/milestones', made)) as Titled
      expect(one).toMatchObject(made)
      const changes = { title: 'one', description: 'others', start_date: '2022-10-01', due_date: '2022-10-30' }
      const path = `/milestones/${one.id}`
      expect(await at('PUT', path, { ...changes, state_event: 'close' })).toMatchObject({ ...changes, state: 'closed' })
      expect(await at('PUT', path, { state_event: 'activate' })).toMatchObject({ state: 'active' })
      world.clock.advance(3_600_000)
      await at('POST', '/milestones', { title: 'two' })
    })
    it.each([
      ['iids[]=1', ['one']],
      ['title=two', ['two']],
      ['updated_before=2022-08-22T12:30:00Z', ['one']],
      ['updated_after=2022-08-22T12:30:00Z', ['two']],
    ])('%s', async (query, expected) => {
      expect(await titles(query)).toEqual(expected)
    })
    it('list what belongs to them in pages', async () => {
      const app = '/projects/top%2Fapp'
      const more = { milestone_id: one.id }
      const commit = { commit_message: 'x', start_branch: 'main' }
      for (const name of ['a', 'b']) {
        await ask('POST', `${app}/issues`, { title: name, ...more })
        const actions = [{ action: 'create', file_path: name, content: name }]
        await ask('POST', `${app}/repository/commits`, { ...commit, branch: name, actions })
        await ask('POST', `${app}/merge_requests`, { title: name, source_branch: name, target_branch: 'main', ...more })
      }
      for (const list of ['issues', 'merge_requests']) {
        const page = async (number: number) => {
          const found = await at('GET', `/milestones/${one.id}/${list}`, undefined, `page=${number}&per_page=1`)
          return (found as ReadonlyArray<Titled>).map(({ title }) => title)
        }
        expect([...(await page(1)), ...(await page(2))].toSorted()).toEqual(['a', 'b'])
        expect(await page(3)).toEqual([])
      }
    })
    it('are deleted', async () => {
      await at('DELETE', `/milestones/${one.id}`)
      expect(await titles('')).toEqual(['two'])
    })
  })
})

describe('issues', () => {
  let world: TestInstance
  const ask = async (method: string, path: string, json?: unknown, query = ''): Promise<unknown> => {
    const answer = await world.ask(method, `/api/v4${path}`, { as: world.root, json, query })
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300)
    return answer.json
  }
  beforeAll(async () => {
    world = await openTestInstance()
    const { id } = (await ask('POST', '/groups', { name: 'Top', path: 'top' })) as Titled
    for (const name of ['live', 'old']) {
      await ask('POST', '/projects', { name, namespace_id: id })
      await ask('POST', `/projects/top%2F${name}/issues`, { title: `${name} 1` })
    }
    await ask('POST', '/projects/top%2Fold/archive')
  })
  afterAll(() => world.close())

  it('are made at another time and for one person', async () => {
    const { id } = await world.person('helper')
    await ask('POST', '/projects/top%2Flive/members', { user_id: id, access_level: 30 })
    const wanted = { title: 'live 2', created_at: '2020-01-01T00:00:00.000Z', assignee_id: id }
    expect(await ask('POST', '/projects/top%2Flive/issues', wanted)).toMatchObject({
      created_at: '2020-01-01T00:00:00.000Z',
      assignees: [{ username: 'helper' }],
    })
  })

  it.each([
    ['/issues', 'scope=all&not[iids]=2', ['live 1']],
    ['/groups/top/issues', 'not[iids][]=2&non_archived=false', ['live 1', 'old 1']],
    ['/groups/top/issues', '', ['live 1', 'live 2']],
    ['/projects/top%2Flive/issues', 'not[iids]=1', ['live 2']],
  ])('of %s: %s', async (path, query, expected) => {
    const found = (await ask('GET', path, undefined, query)) as ReadonlyArray<Titled>
    expect(found.map(({ title }) => title).toSorted()).toEqual(expected)
  })

  it('are subscribed to and not', async () => {
    expect(await ask('POST', '/projects/top%2Flive/issues/2/unsubscribe')).toMatchObject({ subscribed: false })
    expect(await ask('POST', '/projects/top%2Flive/issues/2/subscribe')).toMatchObject({ subscribed: true })
  })
})
