import { openEventStoreDb } from '@forgefold/adapters/eventstoredb'
import {
  type AppendFault,
  type EventStoreDbDouble,
  type ReadFault,
  startEventStoreDbDouble,
} from '@forgefold/spec/eventstoredb-double'
import { eventStoreCases } from '@forgefold/spec/laws'
import { runCases } from '../../run-cases.js'
import { steadfast } from './steadfast.js'

// Each fault costs a time-out, and on a busy machine healthy answers come late too: the laws are about outcomes, not about speed.

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

/** Something goes wrong every few milliseconds, each fault in its turn. */
const troubled = (double: EventStoreDbDouble): (() => void) => {
  let turn = 0
  const trouble = setInterval(() => {
    turn++
    if (double.faults.armed > 2) return
    const append = appendFaults[turn % appendFaults.length]
    const read = readFaults[turn % readFaults.length]
    if (append !== undefined) double.faults.append(append)
    if (read !== undefined && turn % 3 === 0) double.faults.read(read)
    if (turn % 7 === 0) double.dropConnections()
  }, 50)
  return () => clearInterval(trouble)
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
        const calm = troubled(double)
        const settled = new Set<string>()
        return {
          connect: async () =>
            steadfast(
              openEventStoreDb({
                connectionString: double.connectionString,
                appendTimeout: 100,
                readTimeout: 200,
                maxBackOff: 40,
              }),
              settled,
            ),
          remove: async () => {
            calm()
            await double.stop()
          },
        }
      },
    },
    [1],
  ),
)
