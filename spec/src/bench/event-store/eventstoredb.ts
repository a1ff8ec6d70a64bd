import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { makeIds } from '@forgefold/adapters/crypto'
import { openEventStoreDb } from '@forgefold/adapters/eventstoredb'
import { type EventId, instantOf, type NewEvent, type Revision, streamName, userActor } from '@forgefold/core/kernel'
import { startEventStoreDbDouble } from '../../eventstoredb-double/index.js'
import { type Benchmark, type Rounds, timed } from '../benchmark.js'

const WRITERS = 16
const EACH = 120
const DATA = { title: 'A deployment of some commit', note: 'x'.repeat(240) }
const METADATA = { at: instantOf(1_650_000_000_000), actor: userActor(1), correlationId: 'benchmark' }

const ids = makeIds()

const ourEvent = (): NewEvent => ({
  id: ids.uuid() as EventId,
  type: 'Deployed',
  version: 1,
  data: DATA,
  metadata: METADATA,
})

const theirEvent = () => jsonEvent({ id: ids.uuid(), type: 'Deployed', data: DATA, metadata: METADATA })

const rate = async (write: (writer: number) => Promise<void>): Promise<number> => {
  const elapsed = await timed(() => Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer))))
  return ((WRITERS * EACH) / elapsed) * 1000
}

const prepare = async (): Promise<Rounds> => {
  const double = await startEventStoreDbDouble()
  const client = EventStoreDBClient.connectionString(double.connectionString)
  const store = openEventStoreDb({ connectionString: double.connectionString })
  let round = 0
  return {
    unit: 'events/s',
    rounds: 9,
    ceiling: async () => {
      const name = `bare-${round++}`
      return rate(async (writer) => {
        for (let n = 0; n < EACH; n++) {
          const expectedRevision = n === 0 ? 'no_stream' : BigInt(n - 1)
          await client.appendToStream(`${name}-${writer}`, theirEvent(), { expectedRevision })
        }
      })
    },
    product: async () => {
      const name = `ours-${round++}`
      return rate(async (writer) => {
        let expected: Revision | 'noStream' = 'noStream'
        for (let n = 0; n < EACH; n++) {
          const outcome = await store.append(streamName('bench', `${name}-${writer}`), [ourEvent()], expected)
          if (outcome.kind !== 'Appended') throw new Error(`append answered ${outcome.kind}`)
          expected = outcome.revision
        }
      })
    },
    finish: async () => {
      await client.dispose()
      await store.close()
      await double.stop()
    },
  }
}

export const eventStoreDbAppend: Benchmark = {
  name: 'E1',
  work: `EventStore.append on EventStoreDB (the double), ${WRITERS} writers`,
  ceiling: 'the bare client doing the same appends, in batches as it does by itself',
  goal: { atLeast: 1 },
  prepare,
}
