import assert from 'node:assert/strict'
import type { Journey } from './journey.js'

/** Every filter, order and way of paging of the list of deployments. */
export const lists = async ({ api, projectId, say }: Journey): Promise<void> => {
  type Query = NonNullable<Parameters<typeof api.Deployments.all>[1]>
  const listed = async (query: Query): Promise<ReadonlyArray<number>> => {
    const { data } = await api.Deployments.all(projectId, { ...query, showExpanded: true, perPage: 100 })
    return data.map(({ iid }) => iid)
  }
  const all = await listed({})
  const backwards = all.toReversed()
  assert.deepEqual(all, [1, 2, 3, 4, 5, 6])
  const production = all.slice(0, 4)
  const expected: ReadonlyArray<readonly [string, Query, ReadonlyArray<number>]> = [
    ['by id, downwards', { orderBy: 'id', sort: 'desc' }, backwards],
    ['by iid', { orderBy: 'iid', sort: 'asc' }, all],
    ['by the time it was made', { orderBy: 'created_at', sort: 'desc' }, backwards],
    ['by the time it changed', { orderBy: 'updated_at', sort: 'desc' }, backwards],
    ['by ref', { orderBy: 'ref', sort: 'asc' }, all],
    ['of one environment', { environment: 'production' }, production],
    ['of one that does not exist', { environment: 'moon' }, []],
    ['that succeeded', { status: 'success' }, production],
    ['that failed', { status: 'failed' }, [5]],
    ['that run', { status: 'running' }, [6]],
    ['that wait for approval', { status: 'blocked' }, []],
    ['changed since long ago', { updatedAfter: '2001-01-01T00:00:00Z' }, all],
    ['changed before that', { updatedBefore: '2001-01-01T00:00:00Z' }, []],
  ]
  for (const [what, query, iids] of expected) {
    assert.deepEqual(await listed(query), iids, `deployments ${what}`)
    say(`listed ${what}: ${iids.length === 0 ? 'none' : iids.join(', ')}`)
  }
  const { data, paginationInfo } = await api.Deployments.all(projectId, { perPage: 4, page: 2, showExpanded: true })
  assert.deepEqual(
    data.map(({ iid }) => iid),
    [5, 6],
  )
  assert.deepEqual(paginationInfo, { total: 6, next: null, current: 2, previous: 1, perPage: 4, totalPages: 2 })
  say('listed page 2 of 2, of four each: 5, 6')
}
