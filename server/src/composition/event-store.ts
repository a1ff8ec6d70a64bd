import { join } from 'node:path'
import type { EventStoreDbProbe } from '@forgefold/adapters/eventstoredb'
import { makeMemoryEventStore } from '@forgefold/adapters/memory'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import type { EventStore } from '@forgefold/core/ports'
import type { CompositionOptions } from './composition-options.js'

const CLIENT = '@eventstore/db-client'

/** What talks to an EventStoreDB, loaded when it is needed. Rejects with a sentence where the client is not installed: it is not part of every installation. */
const eventStoreDb = async (): Promise<typeof import('@forgefold/adapters/eventstoredb')> => {
  try {
    return await import('@forgefold/adapters/eventstoredb')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.message.includes(CLIENT))
      throw new Error(`a history on EventStoreDB takes the package ${CLIENT}: npm install ${CLIENT}`, { cause: error })
    throw error
  }
}

/** Opens the history where the options say it is kept. */
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
    : openSqliteEventStore({ path: join(data, 'events.sqlite') })
}

/** Asks whether the history can be worked with. */
export type EventStoreProbe = EventStoreDbProbe

/** A probe of the history where it is kept by another process; undefined: it is kept here. */
export const probeEventStore = async ({
  eventStore,
}: Pick<CompositionOptions, 'eventStore'>): Promise<EventStoreProbe | undefined> => {
  if (typeof eventStore !== 'object') return undefined
  const { probeEventStoreDb } = await eventStoreDb()
  return probeEventStoreDb(eventStore.connectionString)
}
