import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pause } from '@forgefold/adapters/clock'
import { openEventStoreDb } from '@forgefold/adapters/eventstoredb'
import { makeMemoryCheckpoints } from '@forgefold/adapters/memory'
import { runReactor } from '@forgefold/core/app'
import { createForgefold } from '@forgefold/server'
import { type EventStoreDbDouble, startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { askerOf, openTestInstance } from '@forgefold/spec/instance'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe('a used data folder pointed at another history', () => {
  let folder: string
  const doubles: Array<EventStoreDbDouble> = []
  const more = (name: string, double: EventStoreDbDouble) => ({
    data: join(folder, name),
    eventStore: { connectionString: double.connectionString },
  })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'forgefold-history-'))
    doubles.push(await startEventStoreDbDouble(), await startEventStoreDbDouble())
  })
  afterAll(async () => {
    for (const double of doubles) await double.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('begins its read model, snapshots and checkpoints anew, and keeps them where the history is the same', async () => {
    const [one, two] = doubles as [EventStoreDbDouble, EventStoreDbDouble]
    const used = await openTestInstance({ more: more('used', one) })
    const groups = (instance: typeof used, prefix: string, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, n) =>
          instance.ask('POST', '/api/v4/groups', { as: instance.root, json: { name: 'G', path: `${prefix}-${n}` } }),
        ),
      )
    await groups(used, 'mine', 30)
    await used.close()
    await cp(join(folder, 'used', 'instance.key'), join(folder, 'other', 'instance.key'))
    const other = await openTestInstance({ more: more('other', two) })
    await groups(other, 'theirs', 8)
    await other.close()

    const instance = { externalUrl: 'http://forge.test', tier: 'ultimate', release: '15.3' } as const
    const pointed = await createForgefold({ instance, ...more('used', two) })
    expect(pointed.readModel.fresh).toBe(true)
    const asked = { as: used.root, query: 'per_page=100' }
    const listed = (await askerOf(pointed)('GET', '/api/v4/groups', asked)).json as ReadonlyArray<{ path: string }>
    expect(listed.map(({ path }) => path).sort()).toEqual(Array.from({ length: 8 }, (_, n) => `theirs-${n}`))
    const last = pointed.forge.read.position()
    await pointed.close()
    const again = await createForgefold({ instance, ...more('used', two) })
    expect(again.readModel.fresh).toBe(false)
    expect(again.forge.read.position()).toBe(last)
    await again.close()
  })

  it('has its reactors go over the whole of it', async () => {
    const [one, two] = doubles as [EventStoreDbDouble, EventStoreDbDouble]
    const seen: Array<string> = []
    const checkpoints = makeMemoryCheckpoints()
    const forge = { read: { reached: async () => true } } as unknown as Parameters<typeof runReactor>[1]
    const react = async (_: unknown, event: { stream: string }) => void seen.push(event.stream)
    const passes: Array<number> = []
    for (const double of [one, one, two, two]) {
      const store = openEventStoreDb({ connectionString: double.connectionString })
      seen.length = 0
      const caughtUp = double.log.records.filter(({ stream }) => stream.startsWith('group-')).length
      const subscription = await runReactor({ name: 'r', filter: { categories: ['group'] }, react }, forge, {
        store,
        checkpoints,
        pause,
        onFailure: () => undefined,
      })
      const isAnew = passes.length % 2 === 0
      if (isAnew) await expect.poll(() => seen.length).toBe(caughtUp)
      else await pause(300)
      passes.push(seen.length)
      await subscription.stop()
      await store.close()
    }
    expect(passes[0]).toBeGreaterThan(29)
    expect(passes[1]).toBe(0)
    expect(passes[2]).toBeGreaterThan(7)
    expect(passes[3]).toBe(0)
  })
})
