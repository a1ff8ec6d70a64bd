import { MemoryHistory, makeMemoryEventStore } from '@forgefold/adapters/memory'
import { eventStoreCases } from '@forgefold/laws'
import { runLaws } from '@forgefold/laws/node-test'

const place = async () => {
  const history = new MemoryHistory()
  return { connect: async () => makeMemoryEventStore(history), remove: async () => undefined }
}
const traits = { durable: true, shared: true, densePositions: true, lastingIds: true, toldFirst: true }

runLaws('the event store in memory', eventStoreCases({ name: 'memory', traits, place }, [1]))
