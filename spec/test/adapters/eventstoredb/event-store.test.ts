import { openEventStoreDb } from '@forgefold/adapters/eventstoredb'
import { startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { eventStoreCases, lastingPlace } from '@forgefold/spec/laws'
import { runCases } from '../../run-cases.js'

/** A real node, where one is named (`npm run laws:esdb`). */
const node = process.env['FORGEFOLD_ESDB']

runCases(
  node === undefined ? 'the event store on EventStoreDB' : 'the event store on a real EventStoreDB node',
  eventStoreCases(
    {
      name: 'eventstoredb',
      traits: {
        durable: true,
        shared: true,
        densePositions: { because: 'positions are places in a log of bytes' },
        permanentDeduplication: {
          because: 'under any and streamExists EventStoreDB remembers ids in a bounded cache only',
        },
        synchronousDelivery: { because: 'a subscription comes over the network beside the answer' },
      },
      place: async () => {
        if (node !== undefined) return lastingPlace(() => openEventStoreDb({ connectionString: node }))
        const double = await startEventStoreDbDouble()
        return {
          connect: async () => openEventStoreDb({ connectionString: double.connectionString }),
          remove: () => double.stop(),
        }
      },
    },
    // A real node remembers: every run needs streams of its own.
    node === undefined ? undefined : [Date.now() % 2 ** 31],
  ),
)
