import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

interface Group {
  readonly id: number
  readonly name: string
}

let world: TestInstance
let caller: { readonly id: number; readonly token: string }
const ids: Record<string, number> = {}

const ask = async (who: string, method: string, path: string, json?: unknown, query = '') => {
  const answer = await world.ask(method, `/api/v4${path}`, { as: who, json, query })
  expect(answer.status, `${method} ${path}?${query}: ${answer.text}`).toBeLessThan(300)
  return answer.json
}
const make = async (name: string, more: object): Promise<void> => {
  const json = { name, path: name.toLowerCase(), ...more }
  ids[name] = ((await ask(world.root, 'POST', '/groups', json)) as Group).id
}

beforeAll(async () => {
  world = await openTestInstance()
  caller = await world.person('caller')
  await make('Top', { visibility: 'public' })
  await make('One', { visibility: 'public', parent_id: ids['Top'] })
  await make('Two', { visibility: 'private', parent_id: ids['Top'] })
  await ask(world.root, 'POST', '/projects', { name: 'inside', namespace_id: ids['Top'], visibility: 'public' })
  await ask(world.root, 'POST', `/groups/${ids['One']}/members`, { user_id: caller.id, access_level: 50 })
  await ask(world.root, 'POST', `/groups/${ids['Two']}/members`, { user_id: caller.id, access_level: 20 })
})
afterAll(() => world.close())

const FILTERS = [
  ['order_by=id&sort=asc', ['One', 'Two']],
  ['order_by=name&sort=desc', ['Two', 'One']],
  ['order_by=path&sort=desc', ['Two', 'One']],
  ['skip_groups[]=ONE', ['Two']],
  ['owned=true', ['One']],
  ['min_access_level=50', ['One']],
  ['min_access_level=20&sort=asc', ['One', 'Two']],
  ['visibility=public', ['One']],
  ['visibility=private', ['Two']],
  ['search=tw', ['Two']],
  ['page=2&per_page=1', ['Two']],
  ['custom_attributes[place]=attic&skip_groups[]=ONE', ['Two']],
] as const

describe.each([
  ['that the caller belongs to', '/groups', 'all_available=false'],
  ['directly in a group', '/groups/top/subgroups', ''],
  ['anywhere below a group', '/groups/top/descendant_groups', ''],
])('the list of groups %s', (_place, path, always) => {
  it.each(FILTERS)('%s', async (query, expected) => {
    const asked = `${query.replace('ONE', String(ids['One']))}&${always}`
    const found = (await ask(caller.token, 'GET', path, undefined, asked)) as ReadonlyArray<Group>
    expect(found.filter(({ name }) => name !== 'Top').map(({ name }) => name)).toEqual(expected)
  })
})

describe('one group', () => {
  it('is answered with its projects, or without', async () => {
    expect(await ask(caller.token, 'GET', '/groups/top')).toMatchObject({ projects: [{ name: 'inside' }] })
    expect(await ask(caller.token, 'GET', '/groups/top', undefined, 'with_projects=false')).not.toHaveProperty(
      'projects',
    )
  })
})

describe('namespaces', () => {
  const paths = async (query: string): Promise<ReadonlyArray<string>> => {
    const found = (await ask(caller.token, 'GET', '/namespaces', undefined, query)) as ReadonlyArray<{
      readonly full_path: string
    }>
    return found.map(({ full_path }) => full_path).toSorted()
  }
  it.each([
    ['', ['caller', 'top/one', 'top/two']],
    ['owned_only=true', ['caller', 'top/one']],
    ['top_level_only=true', ['caller']],
    ['search=tw', ['top/two']],
  ])('%s', async (query, expected) => {
    expect(await paths(query)).toEqual(expected)
  })
  it('tell whether a path is taken, at the top or in a group', async () => {
    const exists = async (path: string, query = '') =>
      ((await ask(caller.token, 'GET', `/namespaces/${path}/exists`, undefined, query)) as { readonly exists: boolean })
        .exists
    expect([await exists('top'), await exists('one'), await exists('one', `parent_id=${ids['Top']}`)]).toEqual([
      true,
      false,
      true,
    ])
  })
})

it('finds groups by custom attributes and shows them, for administrators', async () => {
  await ask(world.root, 'PUT', `/groups/${ids['One']}/custom_attributes/place`, { value: 'attic' })
  const query = 'custom_attributes[place]=attic&with_custom_attributes=true'
  const shown = { name: 'One', custom_attributes: [{ key: 'place', value: 'attic' }] }
  for (const path of ['/groups', '/groups/top/subgroups', '/groups/top/descendant_groups']) {
    expect(await ask(world.root, 'GET', path, undefined, query)).toEqual([expect.objectContaining(shown)])
    expect(await ask(world.root, 'GET', path, undefined, 'custom_attributes[place]=cellar')).toEqual([])
    expect(await ask(world.root, 'GET', path, undefined, `${query}&top_level_only=true`)).toEqual([])
  }
  for (const projects of ['true', 'false']) {
    const alone = `with_custom_attributes=true&with_projects=${projects}`
    expect(await ask(world.root, 'GET', `/groups/${ids['One']}`, undefined, alone)).toMatchObject(shown)
    expect(await ask(caller.token, 'GET', `/groups/${ids['One']}`, undefined, alone)).not.toHaveProperty(
      'custom_attributes',
    )
  }
})
