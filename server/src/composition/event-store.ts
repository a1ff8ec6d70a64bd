import type { EventStoreDbProbe } from '@forgefold/adapters/eventstoredb'
import { makeMemoryEventStore } from '@forgefold/adapters/memory'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import type { EventStore } from '@forgefold/core/ports'
import type { CompositionOptions } from './composition-options.js'
import { eventLogIn } from './data-folders.js'

const CLIENT = '@eventstore/db-client'

/** The EventStoreDB client, loaded on demand. Rejects with a sentence where it is not installed, because it is optional. */
const eventStoreDb = async (): Promise<typeof import('@forgefold/adapters/eventstoredb')> => {
  try {
    return await import('@forgefold/adapters/eventstoredb')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.message.includes(CLIENT))
      throw new Error(`a history on EventStoreDB takes the package ${CLIENT}: npm install ${CLIENT}`, { cause: error })
    throw error
  }
}

/** Opens the history of the options. */
export const openEventStore = async ({
  eventStore = 'sqlite',
  data,
}: Pick<CompositionOptions, 'eventStore' | 'data'>): Promise<EventStore> => {
  if (typeof eventStore === 'object') {
    const { openEventStoreDb } = await eventStoreDb()
    return openEventStoreDb(eventStore)
  }
  return eventStore === 'memory' || data === undefined
    ? makeMemoryEventStore()
    : openSqliteEventStore({ path: eventLogIn(data) })
}

/** Probes whether the history is available. */
export type EventStoreProbe = EventStoreDbProbe

/** A probe of a history in another process; undefined: it is in this one. */
export const probeEventStore = async ({
  eventStore,
}: Pick<CompositionOptions, 'eventStore'>): Promise<EventStoreProbe | undefined> => {
  if (typeof eventStore !== 'object') return undefined
  const { probeEventStoreDb } = await eventStoreDb()
  return probeEventStoreDb(eventStore.connectionString)
}
