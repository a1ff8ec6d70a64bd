import { type EventStoreDbDouble, startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe('a whole instance on EventStoreDB', () => {
  let double: EventStoreDbDouble
  let instance: TestInstance
  const ask = (method: string, path: string, json?: unknown, query = '') =>
    instance.ask(method, `/api/v4${path}`, { as: instance.root, json, query })

  beforeAll(async () => {
    double = await startEventStoreDbDouble()
    instance = await openTestInstance({ more: { eventStore: { connectionString: double.connectionString } } })
  })
  afterAll(async () => {
    await instance.close()
    await double.stop()
  })

  it('answers like any other, each writer reading its own writes', async () => {
    const group = await ask('POST', '/groups', { name: 'Top', path: 'top' })
    expect(group.status).toBe(201)
    const { id } = group.json as { id: number }
    expect(await ask('POST', '/projects', { name: 'App', path: 'app', namespace_id: id })).toMatchObject({
      status: 201,
    })
    expect(await ask('GET', '/projects/top%2Fapp')).toMatchObject({ status: 200, json: { name: 'App' } })
    expect(await ask('POST', '/groups', { name: 'Top', path: 'top' })).toMatchObject({ status: 400 })
    expect(double.log.records.length).toBeGreaterThan(5)
  })

  it('does what was asked once, whatever becomes of the connection', async () => {
    for (let n = 0; n < 12; n++) {
      double.faults.append({ kind: 'dropConnection', written: n % 2 === 0 })
      if (n % 4 === 0) double.dropConnections()
      expect(await ask('POST', '/groups', { name: `Group ${n}`, path: `group-${n}` })).toMatchObject({ status: 201 })
    }
    const listed = (await ask('GET', '/groups', undefined, 'per_page=100')).json as ReadonlyArray<{
      id: number
      path: string
    }>
    const paths = listed.map(({ path }) => path)
    for (let n = 0; n < 12; n++) expect(paths.filter((path) => path === `group-${n}`)).toHaveLength(1)
    expect(new Set(listed.map(({ id }) => id)).size).toBe(listed.length)
  })

  it('says that it cannot while the store is away, and goes on when it is back', async () => {
    await double.crash()
    expect(await ask('POST', '/groups', { name: 'Later', path: 'later' })).toMatchObject({ status: 503 })
    await double.restart()
    await expect.poll(async () => (await ask('POST', '/groups', { name: 'Later', path: 'later' })).status).toBe(201)
    expect(await ask('GET', '/groups/later')).toMatchObject({ status: 200 })
  })
})
