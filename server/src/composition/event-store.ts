import { join } from 'node:path'
import type { EventStoreDbProbe } from '@forgefold/adapters/eventstoredb'
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

/** Asks whether the history can be worked with. */
export type EventStoreProbe = EventStoreDbProbe

/** A probe of the history where it is kept by another process; undefined: it is kept here. */
export const probeEventStore = async ({
  eventStore,
}: Pick<CompositionOptions, 'eventStore'>): Promise<EventStoreProbe | undefined> => {
  if (typeof eventStore !== 'object') return undefined
  const { probeEventStoreDb } = await import('@forgefold/adapters/eventstoredb')
  return probeEventStoreDb(eventStore.connectionString)
}
