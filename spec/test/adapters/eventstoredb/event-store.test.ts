import { openEventStoreDb } from '@forgefold/adapters/eventstoredb'
import { startEventStoreDbDouble } from '@forgefold/spec/eventstoredb-double'
import { eventStoreCases } from '@forgefold/spec/laws'
import { runCases } from '../../run-cases.js'

runCases(
  'the event store on EventStoreDB',
  eventStoreCases({
    name: 'eventstoredb',
    traits: {
      durable: true,
      shared: true,
      densePositions: { because: 'positions are places in a log of bytes' },
      lastingIds: { because: 'under any and streamExists EventStoreDB remembers ids in a bounded cache only' },
      toldFirst: { because: 'a subscription comes over the network beside the answer' },
    },
    place: async () => {
      const double = await startEventStoreDbDouble()
      return {
        connect: async () => openEventStoreDb({ connectionString: double.connectionString }),
        remove: () => double.stop(),
      }
    },
  }),
)
