import { systemClock } from '@forgefold/adapters/clock'
import { makeIds } from '@forgefold/adapters/crypto'
import { makeMemoryEventStore, makeMemoryPersonalData } from '@forgefold/adapters/memory'
import { makeReadModel, type Projection } from '@forgefold/adapters/read-model'
import { eventIdOf } from '@forgefold/core/app'
import { type NewEvent, streamName, systemActor } from '@forgefold/core/kernel'
import type { EventStore, Subscriber } from '@forgefold/core/ports'
import type { Database } from 'better-sqlite3'
import { describe, expect, it, vi } from 'vitest'

const ids = makeIds()
const newEvent = (): NewEvent => {
  const id = ids.commandId()
  const metadata = { at: systemClock.now(), actor: systemActor('test'), correlationId: id }
  return { id: eventIdOf(id, 0), type: 'ThingHappened', version: 1, data: {}, metadata }
}

interface Things {
  readonly count: () => number
  readonly each: () => IterableIterator<unknown>
}

const things: Projection = {
  name: 'things',
  version: 1,
  schema: 'CREATE TABLE things (id INTEGER PRIMARY KEY) STRICT;',
  handlers: ({ db }) => {
    const insert = db.prepare('INSERT INTO things DEFAULT VALUES')
    const byType = new Map([['ThingHappened', () => insert.run()]])
    return [{ category: 'thing', byType } as unknown as ReturnType<Projection['handlers']>[number]]
  },
  queries: {
    count: (db: Database) => {
      const count = db.prepare<[], number>('SELECT count(*) FROM things').pluck()
      return () => count.get()
    },
    each: (db: Database) => {
      const each = db.prepare('SELECT id FROM things')
      return () => each.iterate()
    },
  } as Projection['queries'],
}

const follow = async (wrapped: (store: EventStore) => EventStore = (store) => store) => {
  const store = makeMemoryEventStore()
  const defects: Array<unknown> = []
  const model = makeReadModel({
    file: ':memory:',
    store: wrapped(store),
    personalData: makeMemoryPersonalData(),
    projections: [things],
    onDefect: (error) => defects.push(error),
  })
  const happen = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time++) await store.append(streamName('thing', 'a'), [newEvent()], 'any')
  }
  return { model, rows: model.read as unknown as Things, defects, happen, close: model.close }
}

/** Resolves once the rows are so many. */
const shows = (rows: Things, count: number): Promise<unknown> =>
  vi.waitUntil(() => rows.count() === count, { timeout: 60_000 })

describe('a read model that has caught up', () => {
  it('goes on, and applies nothing twice, where one who hears of its rows fails', async () => {
    const { model, rows, defects, happen, close } = await follow()
    model.projector.onApplied(() => {
      throw new Error('a listener of ours')
    })
    const heard: Array<number> = []
    model.projector.onApplied((events) => heard.push(events.length))
    await model.projector.start()
    await happen(3)
    await shows(rows, 3)
    expect(heard.reduce((all, some) => all + some, 0)).toBe(3)
    expect(defects).toEqual(heard.map(() => new Error('a listener of ours')))
    await close()
  })

  it('goes on, and applies nothing twice, where a batch could not be begun for a while', async () => {
    const { model, rows, defects, happen, close } = await follow()
    await model.projector.start()
    await happen(2)
    await shows(rows, 2)
    model.projector.flush()
    const open = rows.each()
    open.next()
    await happen(2)
    await vi.waitUntil(() => defects.length > 0, { timeout: 60_000 })
    open.return?.()
    await shows(rows, 4)
    expect(defects).toHaveLength(1)
    expect(model.projector.failures()).toBe(0)
    await close()
  })

  it('subscribes again, behind what it has applied, where the store ends its subscription', async () => {
    let drop: Subscriber['onDropped']
    const dropping = (store: EventStore): EventStore => ({
      ...store,
      subscribe: (subscriber) => {
        const subscription = store.subscribe(subscriber)
        drop = (error) => {
          drop = undefined
          void subscription.stop()
          subscriber.onDropped?.(error)
        }
        return subscription
      },
    })
    const { model, rows, defects, happen, close } = await follow(dropping)
    await model.projector.start()
    await happen(2)
    await shows(rows, 2)
    drop?.(new Error('the end'))
    await happen(2)
    await shows(rows, 4)
    expect(defects).toEqual([new Error('the end')])
    await close()
  })
})

it('a read model that has never caught up tells whoever starts it why', async () => {
  const failing = (store: EventStore): EventStore => ({
    ...store,
    subscribe: (subscriber) => {
      subscriber.onDropped?.(new Error('the end'))
      return { stop: async () => undefined }
    },
  })
  const { model, defects, close } = await follow(failing)
  await expect(model.projector.start()).rejects.toThrow('the end')
  expect(defects).toEqual([])
  await close()
})
