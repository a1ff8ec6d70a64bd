import { MemoryHistory, makeMemoryEventStore } from '@forgefold/adapters/memory'
import { eventStoreCases } from '@forgefold/spec/laws'
import { runCases } from '../../run-cases.js'

runCases(
  'the event store in memory',
  eventStoreCases({
    name: 'memory',
    traits: {
      durable: true,
      shared: true,
      densePositions: true,
      permanentDeduplication: true,
      synchronousDelivery: true,
    },
    place: async () => {
      const history = new MemoryHistory()
      return { connect: async () => makeMemoryEventStore(history), remove: async () => undefined }
    },
  }),
)
