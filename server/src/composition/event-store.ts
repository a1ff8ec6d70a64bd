import { join } from 'node:path'
import { makeMemoryEventStore } from '@forgefold/adapters/memory'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import type { EventStore } from '@forgefold/core/ports'
import type { CompositionOptions } from './options.js'

/** Opens the history where the options say it is kept. What talks to an EventStoreDB is loaded only then. */
export const openEventStore = async ({
  eventStore = 'sqlite',
  data,
}: Pick<CompositionOptions, 'eventStore' | 'data'>): Promise<EventStore> => {
  if (typeof eventStore === 'object') {
    const { openEventStoreDb } = await import('@forgefold/adapters/eventstoredb')
    return openEventStoreDb(eventStore)
  }
  return eventStore === 'memory' || data === undefined
    ? makeMemoryEventStore()
    : openSqliteEventStore({ path: join(data, 'events.sqlite') })
}
