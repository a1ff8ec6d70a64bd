import type { AppendOutcome, EventStore } from '@forgefold/core/ports'
import { Appends } from './appends.js'
import { GuardedClient } from './client.js'
import { Feed } from './feed.js'
import { ReadCalls } from './read-call.js'
import { Reads } from './reads.js'
import { SharedSubscription } from './shared-subscription.js'
import { DEFAULT_TIMEOUTS, type Timeouts } from './timeouts.js'

export interface EventStoreDbOptions extends Partial<Timeouts> {
  /**
   * `esdb://[user:password@]host:port[,host:port…][?options]` or `esdb+discover://…`; options as of the client, among them `tls`,
   * `tlsCAFile`, `keepAliveInterval`, `nodePreference`. EventStoreDB 23.10 or newer.
   */
  readonly connectionString: string
}

const CLOSED = { kind: 'Unavailable', reason: 'the event store is closed' } as const

/**
 * The event store on an EventStoreDB node or cluster; it connects at first use.
 *
 * Throws if the connection string is malformed or has an option that would be silently ignored.
 *
 * @example
 * assert.throws(() => openEventStoreDb({ connectionString: 'nowhere' }))
 */
export const openEventStoreDb = (options: EventStoreDbOptions): EventStore => {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options }
  const client = new GuardedClient(options.connectionString, timeouts)
  const calls = new ReadCalls()
  const reads = new Reads(client, calls, timeouts.readTimeout)
  const appends = new Appends(client, reads, timeouts.appendTimeout)
  const shared = new SharedSubscription({ client, timeouts })
  const feeds = new Set<Feed>()
  const underWay = new Set<Promise<AppendOutcome>>()
  let closing: Promise<void> | undefined

  const close = async (): Promise<void> => {
    await Promise.allSettled(underWay)
    await Promise.all([...feeds].map((feed) => feed.stop()))
    await shared.close()
    calls.end()
    await client.shutDown()
  }

  return {
    append: (stream, events, expected) => {
      if (closing !== undefined) return Promise.resolve(CLOSED)
      const append = appends.append(stream, events, expected)
      underWay.add(append)
      return append.finally(() => underWay.delete(append))
    },
    readStream: async (stream, read = {}) => (closing === undefined ? reads.stream(stream, read) : CLOSED),
    readAll: async (read = {}) => (closing === undefined ? reads.all(read) : CLOSED),
    subscribe: (subscriber) => {
      if (closing !== undefined) return { stop: async () => undefined }
      const feed = new Feed({ client, reads, timeouts, shared }, subscriber, (gone) => feeds.delete(gone))
      feeds.add(feed)
      return feed
    },
    close: () => {
      closing ??= close()
      return closing
    },
  }
}
