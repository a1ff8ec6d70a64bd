import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, expect, it } from 'vitest'

let world: TestInstance
let group: number
let dev: Awaited<ReturnType<TestInstance['person']>>

const ask = (method: string, path: string, json?: unknown, as = world.root) => {
  const [place = '', query = ''] = path.split('?')
  return world.ask(method, `/api/v4${place}`, json === undefined ? { as, query } : { as, json })
}
const counts = async (path: string, as = world.root): Promise<unknown> => {
  const { status, json } = await ask('GET', path, undefined, as)
  expect([path, status]).toEqual([path, 200])
  const { all, opened, closed } = (json as { readonly statistics: { readonly counts: Record<string, number> } })
    .statistics.counts
  return [all, opened, closed]
}

beforeAll(async () => {
  world = await openTestInstance({ tier: 'premium' })
  dev = await world.person('dev')
  group = ((await ask('POST', '/groups', { name: 'g', path: 'g' })).json as { readonly id: number }).id
  for (const name of ['one', 'two']) await ask('POST', '/projects', { name, namespace_id: group })
  await ask('POST', '/projects/1/labels', { name: 'bug', color: '#112233' })
  await ask('POST', '/projects/1/members', { user_id: dev.id, access_level: 10 })
  await ask('POST', '/projects/1/issues', { title: 'open', labels: 'bug', assignee_ids: [dev.id] })
  await ask('POST', '/projects/1/issues', { title: 'hidden', confidential: true })
  await ask('POST', '/projects/1/issues', { title: 'done' })
  await ask('PUT', '/projects/1/issues/3', { state_event: 'close' })
  await ask('POST', '/projects/2/issues', { title: 'elsewhere', description: 'needle', weight: 2 })
})
afterAll(() => world.close())

it('counts the issues of a project, of a group and everywhere, by state', async () => {
  expect(await counts('/projects/1/issues_statistics')).toEqual([3, 2, 1])
  expect(await counts(`/groups/${group}/issues_statistics`)).toEqual([4, 3, 1])
  expect(await counts('/issues_statistics')).toEqual([4, 3, 1])
  expect(await counts('/projects/2/issues_statistics')).toEqual([1, 1, 0])
})

it('counts only those that the caller may read', async () => {
  expect(await counts('/projects/1/issues_statistics', dev.token)).toEqual([2, 1, 1])
  expect(await counts('/issues_statistics?scope=all', dev.token)).toEqual([2, 1, 1])
  expect(await counts('/issues_statistics', dev.token)).toEqual([0, 0, 0])
  expect((await ask('GET', '/projects/2/issues_statistics', undefined, dev.token)).status).toBe(404)
  expect((await world.ask('GET', '/api/v4/issues_statistics', {})).status).toBe(401)
})

const NARROWED: ReadonlyArray<readonly [query: string, counts: ReadonlyArray<number>]> = [
  ['labels=bug', [1, 1, 0]],
  ['labels=None', [3, 2, 1]],
  ['milestone=None', [4, 3, 1]],
  ['milestone_id=Any', [0, 0, 0]],
  ['assignee_id=Any', [1, 1, 0]],
  ['assignee_username=dev', [1, 1, 0]],
  ['author_id=1', [4, 3, 1]],
  ['author_username=dev', [0, 0, 0]],
  ['my_reaction_emoji=None', [4, 3, 1]],
  ['iids=3', [1, 0, 1]],
  ['search=needle&in=description', [1, 1, 0]],
  ['confidential=true', [1, 1, 0]],
  ['due_date=0', [4, 3, 1]],
  ['issue_type=incident', [0, 0, 0]],
  ['weight=2', [1, 1, 0]],
  ['not[weight]=2', [3, 2, 1]],
  ['epic_id=Any', [0, 0, 0]],
  ['iteration_id=None', [4, 3, 1]],
  ['iteration_title=May', [0, 0, 0]],
  ['created_after=2099-01-01T00:00:00Z', [0, 0, 0]],
  ['created_before=2099-01-01T00:00:00Z', [4, 3, 1]],
  ['updated_after=2099-01-01T00:00:00Z', [0, 0, 0]],
  ['updated_before=2099-01-01T00:00:00Z', [4, 3, 1]],
  ['non_archived=true', [4, 3, 1]],
  ['scope=assigned_to_me', [0, 0, 0]],
  ['not[labels]=bug', [3, 2, 1]],
  ['not[milestone]=none', [0, 0, 0]],
  ['not[milestone]=any', [4, 3, 1]],
  ['not[milestone_id]=Started', [4, 3, 1]],
  ['not[iids]=3', [3, 3, 0]],
  ['not[author_id]=1', [0, 0, 0]],
  ['not[author_username]=dev', [4, 3, 1]],
  ['not[assignee_id]=1', [4, 3, 1]],
  ['not[assignee_username]=dev', [3, 2, 1]],
  ['not[my_reaction_emoji]=tada', [4, 3, 1]],
]

it.each(NARROWED)('counts what %s leaves', async (query, expected) => {
  expect(await counts(`/groups/${group}/issues_statistics?${query}`)).toEqual(expected)
  const within = query.startsWith('non_archived') ? '' : query
  const inProjects = await Promise.all([1, 2].map((id) => counts(`/projects/${id}/issues_statistics?${within}`)))
  const sums = expected.map((_, at) => inProjects.reduce<number>((sum, one) => sum + (one as Array<number>)[at]!, 0))
  expect(sums).toEqual(expected)
  expect(await counts(`/issues_statistics?scope=all&${query.replace(/^scope=\w+$/, 'author_username=dev')}`)).toEqual(
    expected,
  )
})
