import { openTestInstance } from '@forgefold/spec/instance'
import { expect, it } from 'vitest'

const opened = async (tier: 'free' | 'premium' | 'ultimate') => {
  const world = await openTestInstance({ tier })
  const owner = await world.person('owner')
  await world.ask('POST', '/api/v4/projects', { as: owner.token, json: { name: 'plans', visibility: 'public' } })
  const at = (method: string, path: string, json?: object, as: string | undefined = owner.token) => {
    const [plain = '', query = ''] = `/api/v4/projects/1/issues${path}`.split('?')
    return world.ask(method, plain, { as, query, json })
  }
  const numbers = async (query: string) =>
    ((await at('GET', `?sort=asc&${query}`)).json as ReadonlyArray<{ readonly iid: number }>).map(({ iid }) => iid)
  return { world, at, numbers }
}

it('issues have a weight on the paid tiers: set, changed, taken away, filtered, sorted by', async () => {
  const { world, at, numbers } = await opened('premium')
  for (const weight of [3, 0, undefined]) await at('POST', '', { title: `weighs ${weight}`, weight })
  expect((await at('GET', '/1')).json).toMatchObject({ weight: 3, iteration: null })
  expect((await at('GET', '/2')).json).toMatchObject({ weight: 0 })
  expect((await at('GET', '/3')).json).toMatchObject({ weight: null })
  expect(await numbers('weight=3')).toEqual([1])
  expect(await numbers('weight=None')).toEqual([3])
  expect(await numbers('weight=Any')).toEqual([1, 2])
  expect(await numbers('not[weight]=3')).toEqual([2, 3])
  expect(await numbers('order_by=weight')).toEqual([2, 1, 3])
  const counted = await world.ask('GET', '/api/v4/issues_statistics', { as: world.root, query: 'scope=all&weight=Any' })
  expect(counted.json).toMatchObject({ statistics: { counts: { all: 2 } } })
  expect((await at('PUT', '/1', { weight: 8 })).json).toMatchObject({ weight: 8 })
  expect((await at('PUT', '/1', { weight: null })).json).toMatchObject({ weight: null })
  const wrong = await at('PUT', '/1', { weight: -1 })
  expect([wrong.status, wrong.json]).toEqual([400, { message: { weight: ['must be greater than or equal to 0'] } }])
  await world.close()
})

it('issues have no weight on the free tier', async () => {
  const { world, at, numbers } = await opened('free')
  const made = await at('POST', '', { title: 'light', weight: 3 })
  expect([made.status, Object.keys(made.json as object).includes('weight')]).toEqual([201, false])
  expect(await numbers('weight=5')).toEqual([1])
  await world.close()
})

it('no issue is of an epic or of an iteration', async () => {
  const { world, at, numbers } = await opened('ultimate')
  await at('POST', '', { title: 'one' })
  for (const query of ['epic_id=None', 'iteration_id=None']) expect(await numbers(query)).toEqual([1])
  for (const query of ['epic_id=4', 'epic_id=Any', 'iteration_id=7', 'iteration_id=Any', 'iteration_title=May'])
    expect(await numbers(query)).toEqual([])
  await world.close()
})

it('issues are of a kind, which lists are narrowed by', async () => {
  const { world, at, numbers } = await opened('ultimate')
  for (const issue_type of ['incident', 'test_case', 'task', undefined])
    expect((await at('POST', '', { title: 'it', issue_type })).status).toBe(201)
  expect((await at('GET', '/1')).json).toMatchObject({ issue_type: 'incident', type: 'INCIDENT' })
  expect((await at('GET', '/2')).json).toMatchObject({ issue_type: 'test_case', type: 'TEST_CASE' })
  expect(await numbers('issue_type=task')).toEqual([3])
  expect(await numbers('issue_type=issue')).toEqual([4])
  expect((await at('PUT', '/4', { issue_type: 'incident' })).json).toMatchObject({ issue_type: 'incident' })
  const guest = await world.person('guest')
  expect((await at('POST', '', { title: 'smoke', issue_type: 'incident' }, guest.token)).json).toMatchObject({
    issue_type: 'issue',
  })
  expect((await at('POST', '', { title: 'buy milk', issue_type: 'task' }, guest.token)).json).toMatchObject({
    issue_type: 'task',
  })
  const unknown = await at('POST', '', { title: 'a poem', issue_type: 'poem' })
  expect([unknown.status, unknown.json]).toEqual([400, { error: 'issue_type does not have a valid value' }])
  await world.close()
})
