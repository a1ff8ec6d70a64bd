import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import { eventStoreCases } from '@forgefold/spec/laws'
import { runCases } from '../../run-cases.js'
import { makeFolderInMemory } from './folder-in-memory.js'

runCases(
  'the event store on SQLite',
  eventStoreCases({
    name: 'sqlite',
    traits: {
      durable: true,
      shared: true,
      densePositions: true,
      permanentDeduplication: true,
      synchronousDelivery: true,
    },
    place: async () => {
      const folder = await makeFolderInMemory('forgefold-events-')
      return {
        connect: async () => openSqliteEventStore({ path: join(folder, 'events.sqlite'), pollMilliseconds: 5 }),
        remove: () => rm(folder, { recursive: true }),
      }
    },
  }),
)
