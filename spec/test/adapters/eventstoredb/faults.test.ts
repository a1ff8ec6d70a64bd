import { openEventStoreDb } from '@forgefold/adapters/eventstoredb'
import type { EventStore } from '@forgefold/core/ports'
import { type AppendFault, type ReadFault, startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { eventStoreCases } from '@forgefold/spec/laws'
import { runCases } from '../../run-cases.js'
import { steadfast } from './steadfast.js'

// Many a fault costs a time-out, in which other laws go on. On a busy machine healthy answers come late too: the laws are about outcomes, not about speed.

const appendFaults: ReadonlyArray<AppendFault> = [
  { kind: 'unavailable' },
  { kind: 'timeout' },
  { kind: 'neverAnswer', written: false },
  { kind: 'neverAnswer', written: true },
  { kind: 'answerLate', milliseconds: 30 },
  { kind: 'dropConnection', written: false },
  { kind: 'dropConnection', written: true },
  { kind: 'halfClose' },
  { kind: 'strangerAnswer' },
]

const readFaults: ReadonlyArray<ReadFault> = [
  { kind: 'unavailable' },
  { kind: 'dropConnection', afterEvents: 0 },
  { kind: 'dropConnection', afterEvents: 3 },
  { kind: 'neverAnswer' },
]

/** Now and then, ever more rarely, an append finds all connections of the place killed. */
const dropping = (store: EventStore, dropConnections: () => void): EventStore => {
  let calls = 0
  let drops = 0
  return {
    ...store,
    append: (...input) => {
      if (++calls === 4 * (drops + 1) * (drops + 2)) {
        drops++
        dropConnections()
      }
      return store.append(...input)
    },
  }
}

runCases(
  'the event store on EventStoreDB, troubled',
  eventStoreCases(
    {
      name: 'eventstoredb',
      traits: {
        durable: { because: 'those laws open and close plain stores, which fail as they should' },
        shared: true,
        densePositions: { because: 'positions are places in a log of bytes' },
        permanentDeduplication: {
          because: 'under any and streamExists EventStoreDB remembers ids in a bounded cache only',
        },
        synchronousDelivery: { because: 'a subscription comes over the network beside the answer' },
      },
      place: async () => {
        const double = await startEventStoreDbDouble()
        double.faults.recur(appendFaults, readFaults)
        const settled = new Set<string>()
        return {
          connect: async () =>
            steadfast(
              dropping(
                openEventStoreDb({
                  connectionString: double.connectionString,
                  appendTimeout: 300,
                  readTimeout: 500,
                  maxBackOff: 40,
                }),
                double.dropConnections,
              ),
              settled,
            ),
          remove: () => double.stop(),
        }
      },
    },
    [1],
  ),
  { together: true },
)
