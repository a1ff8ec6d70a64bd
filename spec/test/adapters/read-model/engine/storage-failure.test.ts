import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@forgefold/adapters/clock'
import { makeIds } from '@forgefold/adapters/crypto'
import { makeMemoryEventStore, makeMemoryPersonalData } from '@forgefold/adapters/memory'
import { makeReadModel, type Projection } from '@forgefold/adapters/read-model'
import { eventIdOf } from '@forgefold/core/app'
import { type NewEvent, streamName, systemActor } from '@forgefold/core/kernel'
import type { Database } from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'forgefold-storage-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ids = makeIds()
const newEvent = (): NewEvent => {
  const id = ids.commandId()
  const metadata = { at: systemClock.now(), actor: systemActor('test'), correlationId: id }
  return { id: eventIdOf(id, 0), type: 'ThingHappened', version: 1, data: {}, metadata }
}

describe('a read model whose file cannot grow', () => {
  it('applies every event once there is room again, and blames none of them', async () => {
    const limits = { mostPages: 1_073_741_823 }
    const things: Projection = {
      name: 'things',
      version: 1,
      schema: 'CREATE TABLE things (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;',
      handlers: ({ db }) => {
        const insert = db.prepare('INSERT INTO things (text) VALUES (?)')
        return [
          {
            category: 'thing',
            byType: new Map([
              [
                'ThingHappened',
                () => {
                  db.pragma(`max_page_count = ${limits.mostPages}`)
                  insert.run('x'.repeat(50_000))
                },
              ],
            ]),
          } as ReturnType<Projection['handlers']>[number],
        ]
      },
      queries: {
        thingCount: (db: Database) => {
          const count = db.prepare<[], number>('SELECT count(*) FROM things').pluck()
          return () => count.get()
        },
      } as Projection['queries'],
    }
    const store = makeMemoryEventStore()
    const model = makeReadModel({
      file: join(folder, 'read-model.sqlite'),
      store,
      personalData: makeMemoryPersonalData(),
      projections: [things],
    })
    const countOf = () => (model.read as unknown as { readonly thingCount: () => number }).thingCount()
    const happen = async (times: number): Promise<void> => {
      for (let time = 0; time < times; time++) await store.append(streamName('thing', 'a'), [newEvent()], 'any')
    }
    await model.projector.start()
    await happen(5)
    await expect.poll(countOf).toBe(5)
    limits.mostPages = 1
    await happen(5)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(countOf()).toBeLessThan(10)
    limits.mostPages = 1_073_741_823
    await happen(1)
    await expect.poll(countOf).toBe(11)
    expect(model.projector.failures()).toBe(0)
    await model.close()
  })
})
