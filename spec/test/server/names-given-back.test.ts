import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createForgefold, type Forgefold } from '@forgefold/server'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { askerOf, openTestInstance, type TestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const API = '/api/v4'

/** How something with a unique name is made and deleted. */
const named = [
  ['a label', '/projects/1/labels', { name: 'bug', color: '#000' }, '/projects/1/labels/bug'],
  ['an environment', '/projects/1/environments', { name: 'staging' }, undefined],
  ['a milestone', '/projects/1/milestones', { title: '1.0' }, undefined],
  ['a group', '/groups', { name: 'team', path: 'team' }, '/groups/team'],
  [
    'a user',
    '/users',
    { name: 'Ann', username: 'ann', email: 'ann@c.example', password: 'correct horse battery' },
    undefined,
  ],
] as const

describe('a name that was given up', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgefold-names-'))
  let double: EventStoreDbDouble
  let one: TestInstance
  let two: Forgefold
  const shared = () => ({
    data: join(folder, 'data'),
    eventStore: { connectionString: double.connectionString },
  })
  const open = () =>
    createForgefold({
      instance: { externalUrl: 'http://forge.test', tier: 'free', release: '15.3' },
      clock: one.clock,
      ...shared(),
      local: join(folder, 'two'),
    })
  const send = (forgefold: Forgefold, method: string, path: string, json?: unknown, after?: string) =>
    askerOf(forgefold)(method, `${API}${path}`, {
      as: one.root,
      json,
      ...(after === undefined ? {} : { headers: { 'Forgefold-Position': after } }),
    })
  beforeAll(async () => {
    double = await startEventStoreDbDouble()
    one = await openTestInstance({ tier: 'free', more: { ...shared(), local: join(folder, 'one') } })
    two = await open()
    expect((await send(one.forgefold, 'POST', '/projects', { name: 'app' })).status).toBe(201)
    double.faults.delay(5)
  })
  afterAll(async () => {
    double.faults.delay(0)
    await two.close()
    await one.close()
    await double.stop()
    rmSync(folder, { recursive: true })
  })

  it.each(named)('is free at once for %s, on the server that heard of it and on another', async (_, path, json, at) => {
    let maker: Forgefold = one.forgefold
    let position: string | undefined
    for (const next of [one.forgefold, two, two, one.forgefold]) {
      const made = await send(maker, 'POST', path, json, position)
      expect([made.status, made.json]).toEqual([201, expect.anything()])
      const place = at ?? `${path}/${(made.json as { readonly id: number }).id}`
      if (path.endsWith('/environments')) expect((await send(maker, 'POST', `${place}/stop`)).status).toBe(200)
      const gone = await send(maker, 'DELETE', place)
      expect(gone.status).toBeLessThan(300)
      position = gone.headers.get('forgefold-position')
      maker = next
    }
  })

  it('is given back before a server ends that is told to stop', async () => {
    const made = await send(two, 'POST', '/projects/1/labels', { name: 'last', color: '#000' })
    expect(made.status).toBe(201)
    expect((await send(two, 'DELETE', '/projects/1/labels/last')).status).toBe(204)
    const given = () => double.log.records.filter(({ type }) => type === 'NameReleased').length
    await two.close()
    const released = given()
    two = await open()
    expect((await send(two, 'POST', '/projects/1/labels', { name: 'last', color: '#000' })).status).toBe(201)
    expect(given()).toBe(released)
  })
})
