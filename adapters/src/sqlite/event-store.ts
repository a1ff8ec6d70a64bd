import { existsSync } from 'node:fs'
import type { NewEvent } from '@forgefold/core/kernel'
import { type AllRead, type EventStore, MAX_APPEND_BYTES, type StreamRead } from '@forgefold/core/ports'
import { encodeEvents, exceedsAppendLimit } from '../event-store/encoded-event.js'
import { Feed } from '../event-store/feed.js'
import { type Connection, openForReading, openForWriting } from './connection.js'
import { EVENT_LOG } from './event-log-schema.js'
import { isNewest, migrate } from './migrations.js'
import { EventLogReader } from './reader/event-log-reader.js'
import { Writer } from './writer/writer.js'

/** Where the event log lies, and how it is opened. */
export interface SqliteEventStoreOptions {
  /** The file; made where there is none. Several processes may share it. */
  readonly path: string
  /** How often to look for what other processes have written; default every 20 milliseconds, only while somebody is subscribed. */
  readonly pollMilliseconds?: number
}

const CLOSED = { kind: 'Unavailable', reason: 'the event store is closed' } as const

/** Reads the file as it is, where it is of the newest schema. */
const openNewest = (path: string): Connection | undefined => {
  if (!existsSync(path)) return undefined
  const connection = openForReading(path)
  if (isNewest(connection, EVENT_LOG)) return connection
  connection.close()
  return undefined
}

const openMigrated = (path: string): Connection => {
  const connection = openForWriting(path, { synchronous: 'FULL' })
  try {
    migrate(connection, EVENT_LOG)
  } finally {
    connection.close()
  }
  return openForReading(path)
}

const guarded = <A>(read: () => A): A | { readonly kind: 'Unavailable'; readonly reason: string } => {
  try {
    return read()
  } catch (error) {
    return { kind: 'Unavailable', reason: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * An event store in one SQLite file: durable at every commit, commits grouped in a thread of their own, reads on this one.
 *
 * Throws where the file cannot be opened or was written by a newer version.
 */
export const openSqliteEventStore = (options: SqliteEventStoreOptions): EventStore => {
  const connection = openNewest(options.path) ?? openMigrated(options.path)
  const reader = new EventLogReader(connection)
  const feed = new Feed(
    (page) => reader.page(page),
    (after, limit) => reader.tail(after, limit),
  )
  const writer = new Writer(options.path, (events) => feed.wake(events))
  let seen = reader.dataVersion()
  const poll = setInterval(() => {
    if (feed.idle) return
    const now = guarded(() => reader.dataVersion())
    if (now === seen) return
    seen = now
    feed.wake()
  }, options.pollMilliseconds ?? 20).unref()
  let closed = false
  return {
    append: async (stream, events: ReadonlyArray<NewEvent>, expected) => {
      if (closed) return CLOSED
      const encoded = encodeEvents(events)
      if (exceedsAppendLimit(encoded)) return { kind: 'TooLarge', limit: MAX_APPEND_BYTES }
      return writer.append(stream, encoded, expected)
    },
    readStream: async (stream, read = {}): Promise<StreamRead> =>
      closed ? CLOSED : guarded(() => reader.slice(stream, read)),
    readAll: async (read = {}): Promise<AllRead> => (closed ? CLOSED : guarded(() => reader.page(read))),
    subscribe: (subscriber) => feed.subscribe(subscriber),
    close: async () => {
      if (closed) return
      closed = true
      clearInterval(poll)
      await writer.close()
      await feed.close()
      connection.close()
    },
  }
}
