import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Listed {
  readonly id: number
  readonly name: string
}

const DAY = 86_400_000

/** The caller is a member of both; what a filter asks for is true of the first, where it is not of both. */
const ONE = { visibility: 'public', topics: ['red', 'blue'] }
const TWO = {
  visibility: 'private',
  topics: ['blue'],
  issues_access_level: 'disabled',
  merge_requests_access_level: 'disabled',
}

const FILTERS = [
  ['archived=false', ['one']],
  ['archived=true', ['two']],
  ['visibility=public', ['one']],
  ['visibility=private', ['two']],
  ['owned=true', ['one']],
  ['starred=true', []],
  ['starred=false&sort=asc', ['one', 'two']],
  ['min_access_level=50', ['one']],
  ['min_access_level=20&order_by=id&sort=asc', ['one', 'two']],
  ['with_issues_enabled=true', ['one']],
  ['with_merge_requests_enabled=true', ['one']],
  ['topic=red', ['one']],
  ['topic=red,blue', ['one']],
  ['topic=blue&order_by=id&sort=desc', ['two', 'one']],
  ['order_by=name&sort=asc', ['one', 'two']],
  ['order_by=path&sort=desc', ['two', 'one']],
  ['order_by=last_activity_at&sort=asc', ['one', 'two']],
  ['order_by=id&sort=asc&page=2&per_page=1', ['two']],
  ['search=tw', ['two']],
  ['membership=true&order_by=id&search_namespaces=false', ['two', 'one']],
  ['last_activity_after=2022-08-23T00:00:00Z', ['two']],
  ['last_activity_before=2022-08-23T00:00:00Z&membership=true', ['one']],
  ['id_after=ONE', ['two']],
  ['id_before=TWO&membership=true', ['one']],
  ['topic_id=RED', ['one']],
  ['imported=true', []],
  ['repository_checksum_failed=true', []],
  ['wiki_checksum_failed=true', []],
  ['with_security_reports=true', []],
  ['include_hidden=true&include_pending_delete=true&search=tw', ['two']],
  ['repository_storage=elsewhere&search=tw', ['two']],
  ['custom_attributes[place]=cellar&search=tw', ['two']],
] as const

/** Of these, only administrators ask with effect. */
const FOR_ADMINISTRATORS = [
  ['repository_storage=elsewhere', []],
  ['repository_storage=default&search=tw', ['two']],
  ['custom_attributes[place]=attic', ['one']],
  ['custom_attributes[place]=attic&custom_attributes[colour]=red', []],
] as const

/** Of the list of all projects only: where projects of one place are listed, they are all in it. */
const BY_NAMESPACE = [
  ['search=caller&search_namespaces=true&owned=false', []],
  ['search=team&search_namespaces=true&order_by=id&sort=asc', ['one', 'two']],
] as const

const PLACES = [
  ['of all', '/projects', 'membership=true', [...FILTERS, ...BY_NAMESPACE]],
  ['of a group', '/groups/team/projects', 'with_shared=false&include_subgroups=true', FILTERS],
  ['shared with a group', '/groups/friends/projects/shared', '', FILTERS],
  ['of a person', '/users/root/projects', '', FILTERS],
  ['that a person gave a star', '/users/root/starred_projects', '', FILTERS],
  ['of the forks of a project', '/projects/1/forks', '', FILTERS],
] as const

describe.each(PLACES)('the list of projects %s', (_place, path, always, filters) => {
  let world: TestInstance
  let caller: { readonly id: number; readonly token: string }
  const ids: Array<number> = []
  let red: number

  const ask = async (who: string, method: string, of: string, json?: unknown, query = '') => {
    const answer = await world.ask(method, `/api/v4${of}`, { as: who, json, query })
    expect(answer.status, `${method} ${of}?${query}: ${answer.text}`).toBeLessThan(300)
    return answer.json
  }
  const make = async (name: string, groupId: number): Promise<number> => {
    const inGroup = path.startsWith('/users') ? {} : { namespace_id: groupId }
    const asked = path.endsWith('/forks')
      ? ask(world.root, 'POST', '/projects/1/fork', { name, path: name, ...inGroup })
      : ask(world.root, 'POST', '/projects', { name, ...inGroup })
    return ((await asked) as Listed).id
  }

  beforeAll(async () => {
    world = await openTestInstance()
    caller = await world.person('caller')
    red = ((await ask(world.root, 'POST', '/topics', { name: 'red', title: 'Red' })) as Listed).id
    const team = { name: 'Friends', path: 'friends', visibility: 'public' }
    const { id: friends } = (await ask(world.root, 'POST', '/groups', team)) as Listed
    const { id: elsewhere } = (await ask(world.root, 'POST', '/groups', { name: 'Far', path: 'far' })) as Listed
    await ask(world.root, 'PUT', `/groups/${elsewhere}`, { visibility: 'public' })
    const source = { name: 'source', namespace_id: elsewhere, visibility: 'public', initialize_with_readme: true }
    await ask(world.root, 'POST', '/projects', source)
    const { id: groupId } = (await ask(world.root, 'POST', '/groups', {
      name: 'Team',
      path: 'team',
      visibility: 'public',
    })) as Listed
    for (const [name, settings, role] of [
      ['one', ONE, 50],
      ['two', TWO, 20],
    ] as const) {
      const id = await make(name, groupId)
      ids.push(id)
      await ask(world.root, 'PUT', `/projects/${id}`, settings)
      await ask(world.root, 'POST', `/projects/${id}/members`, { user_id: caller.id, access_level: role })
      await ask(world.root, 'POST', `/projects/${id}/star`)
      await ask(world.root, 'POST', `/projects/${id}/share`, { group_id: friends, group_access: 10 })
      if (name === 'one') await ask(world.root, 'PUT', `/projects/${id}/custom_attributes/place`, { value: 'attic' })
      if (name === 'two') await ask(world.root, 'POST', `/projects/${id}/archive`)
      world.clock.advance(DAY)
    }
  })
  afterAll(() => world.close())

  const list = async (query: string, as = caller.token) => {
    const [one = 0, two = 0] = ids
    const words = { ONE: one, TWO: two, RED: red }
    const asked = query.replace(/ONE|TWO|RED/, (word) => String(words[word as keyof typeof words]))
    return (await ask(as, 'GET', path, undefined, `${asked}&${always}`)) as ReadonlyArray<Listed>
  }

  it.each(filters)('%s', async (query, expected) => {
    expect((await list(query)).map(({ name }) => name)).toEqual(expected)
  })

  it.each(FOR_ADMINISTRATORS)('%s, for administrators', async (query, expected) => {
    expect((await list(query, world.root)).map(({ name }) => name)).toEqual(expected)
  })

  it('tells statistics and custom attributes where that is asked for', async () => {
    const asked = 'search=one&statistics=true&with_custom_attributes=true'
    const [shown] = await list(asked, world.root)
    expect(shown).toMatchObject({
      statistics: { commit_count: expect.any(Number) },
      custom_attributes: [{ key: 'place', value: 'attic' }],
    })
    const [short] = await list('search=one&simple=true&with_custom_attributes=true', world.root)
    expect(short).toMatchObject({ custom_attributes: [{ key: 'place', value: 'attic' }] })
    expect((await list(asked))[0]).not.toHaveProperty('custom_attributes')
    const one = await ask(world.root, 'GET', `/projects/${ids[0]}`, undefined, 'with_custom_attributes=true')
    expect(one).toMatchObject({ custom_attributes: [{ key: 'place', value: 'attic' }] })
  })

  it('is short where it is asked to be', async () => {
    const [whole, short] = [await list('search=one'), await list('search=one&simple=true')]
    expect(whole[0]).toHaveProperty('merge_requests_access_level')
    expect(short[0]).not.toHaveProperty('merge_requests_access_level')
    expect(whole[0]).toMatchObject(short[0] ?? {})
  })
})
