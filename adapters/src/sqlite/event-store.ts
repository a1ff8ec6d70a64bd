import { existsSync } from 'node:fs'
import type { NewEvent } from '@forgefold/core/kernel'
import { type AllRead, type EventStore, MAX_APPEND_BYTES, type StreamRead } from '@forgefold/core/ports'
import { encodeEvents, exceedsAppendLimit } from '../event-store/encoded-event.js'
import { Feed } from '../event-store/feed.js'
import { type Connection, isDamage, namingFile, openForReading, retryWhileBusy } from './connection.js'
import { EVENT_LOG } from './event-log-schema.js'
import { isNewest, openMigrated } from './migrations.js'
import { EventLogReader } from './reader/event-log-reader.js'
import { Writer } from './writer/writer.js'

/** Where the event log is stored, and how it is opened. */
export interface SqliteEventStoreOptions {
  /** The file; created if there is none. Several processes may share it. */
  readonly path: string
  /** How often to poll for events of other processes; default every 20 milliseconds, only while there are subscribers. */
  readonly pollMilliseconds?: number
}

const CLOSED = { kind: 'Unavailable', reason: 'the event store is closed' } as const

/** Opens the file without migration, if it has the newest schema. */
const openNewest = (path: string): Connection | undefined => {
  if (!existsSync(path)) return undefined
  const connection = openForReading(path)
  // Another process may be recovering after the crash of a third one.
  if (retryWhileBusy(() => isNewest(connection, EVENT_LOG))) return connection
  connection.close()
  return undefined
}

const openCreated = (path: string): Connection => {
  openMigrated(path, { synchronous: 'FULL' }, EVENT_LOG).close()
  return openForReading(path)
}

const ADVICE =
  'stop every server and restore it from a backup; everything but this file and the keys is made anew from it'

const reasonOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error)
  return isDamage(error) ? `the event file is damaged (${text}): ${ADVICE}` : text
}

const guarded = <A>(read: () => A): A | { readonly kind: 'Unavailable'; readonly reason: string } => {
  try {
    return read()
  } catch (error) {
    return { kind: 'Unavailable', reason: reasonOf(error) }
  }
}

/** Throws with the file's name and advice if it is damaged. */
const openUndamaged = (path: string): Connection => {
  try {
    return namingFile(path, () => openNewest(path) ?? openCreated(path))
  } catch (error) {
    throw isDamage(error) ? new Error(`${(error as Error).message}: ${ADVICE}`, { cause: error }) : error
  }
}

/**
 * Checks the whole file and returns its problems; takes some seconds per gigabyte. Throws if it cannot be opened.
 *
 * @example
 * assert.throws(() => eventFileProblems('/no/such/folder/events.sqlite'))
 */
export const eventFileProblems = (path: string): ReadonlyArray<string> => {
  const connection = openUndamaged(path)
  try {
    const found = connection.prepare<[], string>('PRAGMA quick_check(5)').pluck().all()
    return found.filter((line) => line !== 'ok')
  } catch (error) {
    return [reasonOf(error)]
  } finally {
    connection.close()
  }
}

/**
 * An event store in one SQLite file: durable at every commit, commits grouped in a thread of their own, reads on this one.
 *
 * Throws where the file cannot be opened or was written by a newer version.
 *
 * @example
 * import { mkdtempSync } from 'node:fs'
 * const events = openSqliteEventStore({ path: `${mkdtempSync('events-')}/events.sqlite` })
 * assert.deepEqual((await events.readAll()).events, [])
 * await events.close()
 */
export const openSqliteEventStore = (options: SqliteEventStoreOptions): EventStore => {
  const connection = openUndamaged(options.path)
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
    const last = guarded(() => reader.last())
    if (typeof last === 'object' || !feed.knows(last)) feed.wake()
  }, options.pollMilliseconds ?? 20).unref()
  let closed = false
  return {
    append: (stream, events: ReadonlyArray<NewEvent>, expected) =>
      // One promise for the whole append; what cannot be encoded rejects it.
      new Promise((resolve) => {
        const encoded = closed ? [] : encodeEvents(events)
        if (closed) resolve(CLOSED)
        else if (exceedsAppendLimit(encoded)) resolve({ kind: 'TooLarge', limit: MAX_APPEND_BYTES })
        else writer.append(stream, encoded, expected, resolve)
      }),
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
