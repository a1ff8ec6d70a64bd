import { makeIds } from '@forgefold/adapters/crypto'
import { makeMemoryEventStore, makeMemoryPersonalData } from '@forgefold/adapters/memory'
import { makeProjector, openReadModel, projections } from '@forgefold/adapters/read-model'
import { type EventId, type Instant, type NewEvent, type Revision, streamOf, userActor } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import fc from 'fast-check'
import { expect } from 'vitest'

/** An event of a history that is tried. */
export type Fact = readonly [type: string, data: unknown]

/** For each append the thing that it concerns, and what is written of it besides its creation. */
type Appends = ReadonlyArray<readonly [id: number, facts: ReadonlyArray<Fact>]>

/** What histories are about: where they are kept, how a thing begins, and which tables they fill. */
interface Projected {
  readonly aggregate: Parameters<typeof streamOf>[0]
  readonly creation: Fact
  readonly tables: ReadonlyArray<string>
}

const ids = makeIds()
const metadata = { at: '2024-03-01T09:00:00.000Z' as Instant, actor: userActor(1), correlationId: 'one' }
const stored = ([type, data]: Fact): NewEvent => ({ id: ids.uuid() as EventId, type, version: 1, data, metadata })

const projected = (store: EventStore, tables: ReadonlyArray<string>) => {
  const { db } = openReadModel(':memory:', projections)
  const projector = makeProjector({ store, db, projections, personalData: makeMemoryPersonalData() })
  const rows = async () => {
    await projector.stop()
    const all = [...tables, 'failed_events'].map((table) => db.prepare(`SELECT * FROM ${table} ORDER BY 1`).all())
    db.close()
    return all
  }
  return { projector, rows }
}

/** The rows, and the failures of the projection, are the same whether events are applied together or one by one. */
export const expectSameRowsOneByOne = (
  { aggregate, creation, tables }: Projected,
  histories: fc.Arbitrary<Appends>,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(histories, async (appends) => {
      const [together, apart] = [makeMemoryEventStore(), makeMemoryEventStore()]
      const oneByOne = projected(apart, tables)
      await oneByOne.projector.start()
      const heads = new Map<number, Revision>()
      for (const [id, facts] of appends) {
        const head = heads.get(id)
        const written = [...(head === undefined ? [creation] : []), ...facts].map(stored)
        const whole = await together.append(streamOf(aggregate, id), written, head ?? 'noStream')
        if (whole.kind !== 'Appended') throw new Error(whole.kind)
        let expected: Revision | 'noStream' = head ?? 'noStream'
        for (const event of written) {
          const outcome = await apart.append(streamOf(aggregate, id), [event], expected)
          if (outcome.kind !== 'Appended') throw new Error(outcome.kind)
          expected = outcome.revision
          expect(await oneByOne.projector.reached(outcome.position)).toBe(true)
        }
        heads.set(id, whole.revision)
      }
      const atOnce = projected(together, tables)
      await atOnce.projector.start()
      expect(await atOnce.rows()).toEqual(await oneByOne.rows())
    }),
    { numRuns: 20 },
  )
