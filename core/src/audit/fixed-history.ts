import type { Position, Revision, StoredEvent, StreamName } from '../kernel/envelope.js'
import { categoryOf } from '../kernel/envelope.js'
import type { AllReadOptions, EventFilter, EventStore, StreamReadOptions } from '../ports/event-store.js'

const READ_ONLY = { kind: 'Unavailable', reason: 'what has happened is not written to' } as const

const isWanted = ({ stream, type, metadata }: StoredEvent, filter: EventFilter): boolean =>
  filter.categories?.includes(categoryOf(stream)) !== false &&
  filter.types?.includes(type) !== false &&
  (filter.since === undefined || metadata.at >= filter.since) &&
  (filter.until === undefined || metadata.at < filter.until)

const pageOf = (events: ReadonlyArray<StoredEvent>, options: AllReadOptions) => {
  const { after, direction = 'forwards', limit = 1000, filter = {} } = options
  const forwards = direction === 'forwards'
  const beyond = ({ position }: StoredEvent): boolean =>
    after === undefined || (forwards ? position > after : position < after)
  const wanted = events.filter((event) => beyond(event) && isWanted(event, filter))
  const ordered = forwards ? wanted : wanted.toReversed()
  const end = ordered.length <= limit
  const last = forwards ? events.at(-1) : events[0]
  const upTo = end ? (last?.position ?? after) : ordered[limit - 1]?.position
  return { kind: 'Read', events: ordered.slice(0, limit), upTo, end } as const
}

const streamPage = (events: ReadonlyArray<StoredEvent>, options: StreamReadOptions) => {
  const { from, direction = 'forwards', limit = 1000 } = options
  const head = events.at(-1)?.revision
  if (head === undefined) return { kind: 'StreamNotFound' } as const
  const forwards = direction === 'forwards'
  const first = from ?? ((forwards ? 0 : head) as Revision)
  const wanted = events.filter(({ revision }) => (forwards ? revision >= first : revision <= first))
  return { kind: 'Read', events: (forwards ? wanted : wanted.toReversed()).slice(0, limit), head } as const
}

/**
 * A history of exactly these events, in this order, to which nothing is appended: a part of another history. Events keep their positions and
 * revisions.
 *
 * @example
 * assert.deepEqual((await fixedHistory([]).readAll()).events, [])
 */
export const fixedHistory = (events: ReadonlyArray<StoredEvent>): EventStore => {
  let byStream: Map<StreamName, Array<StoredEvent>> | undefined
  const streamsOf = (): Map<StreamName, Array<StoredEvent>> => {
    const streams = new Map<StreamName, Array<StoredEvent>>()
    for (const event of events) {
      const known = streams.get(event.stream)
      if (known === undefined) streams.set(event.stream, [event])
      else known.push(event)
    }
    return streams
  }
  return {
    append: async () => READ_ONLY,
    readStream: async (stream, options = {}) => {
      byStream ??= streamsOf()
      return streamPage(byStream.get(stream) ?? [], options)
    },
    readAll: async (options = {}) => pageOf(events, options),
    subscribe: ({ after, filter = {}, onEvents, onCaughtUp, onDropped }) => {
      const wanted = events.filter(
        (event) => (after === undefined || event.position > after) && isWanted(event, filter),
      )
      const upTo = events.at(-1)?.position
      const told = Promise.resolve()
        .then(() => (upTo === undefined ? undefined : onEvents(wanted, upTo as Position)))
        .then(() => onCaughtUp?.(upTo))
        .catch((error: unknown) => onDropped?.(error))
      return { stop: () => told }
    },
    close: async () => undefined,
  }
}
