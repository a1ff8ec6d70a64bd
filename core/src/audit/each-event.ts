import * as E from 'fp-ts/lib/Either.js'
import { type HistoryPage, readPage } from '../app/history-pages.js'
import type { Pause } from '../app/periodic.js'
import type { Position, StoredEvent, StreamName } from '../kernel/envelope.js'
import { type Rejection, unavailable } from '../kernel/rejection.js'
import type { Direction, EventFilter, EventStore } from '../ports/event-store.js'

/** A history to be read: any store, and how to wait while it is unavailable. */
export interface History {
  readonly events: EventStore
  readonly pause: Pause
  /** Only events up to this position count; default: all. */
  readonly upTo?: Position
}

/** Which part of a history to walk. */
export interface Walk {
  /** Exclusive: where to continue. */
  readonly after?: Position | undefined
  readonly direction?: Direction
  readonly filter?: EventFilter
  /** The most events to visit; default: all. */
  readonly most?: number
}

/** How far a walk came. */
export interface Walked {
  /** Where to continue; undefined where nothing was visited. */
  readonly upTo: Position | undefined
  /** True where there is nothing further in that direction. */
  readonly end: boolean
}

/** Visits an event; `stop` ends the walk after it. */
export type EventVisitor = (event: StoredEvent) => 'stop' | undefined | Promise<'stop' | undefined>

const PAGE = 500

/** A page without the events after a bound. In forward direction, a page that is cut is the last one. */
const upToBound = (page: HistoryPage, bound: Position | undefined, direction: Direction): HistoryPage => {
  const events = bound === undefined ? page.events : page.events.filter(({ position }) => position <= bound)
  if (direction === 'backwards' || events.length === page.events.length) return { ...page, events }
  return { ...page, events, upTo: events.at(-1)?.position, end: true }
}

/**
 * Walks a history, event by event. Rejections: `Unavailable`.
 *
 * @example
 * import { fixedHistory } from '@forgefold/core/audit'
 * const seen = []
 * await eachEvent({ events: fixedHistory([]) }, {}, (event) => void seen.push(event))
 * assert.deepEqual(seen, [])
 */
export const eachEvent = async (
  history: History,
  walk: Walk,
  visit: EventVisitor,
): Promise<E.Either<Rejection, Walked>> => {
  const { direction = 'forwards', filter, most = Number.POSITIVE_INFINITY } = walk
  let { after } = walk
  for (let seen = 0; seen < most; ) {
    const limit = Math.min(PAGE, most - seen)
    const options = { limit, direction, ...(after === undefined ? {} : { after }), ...(filter && { filter }) }
    const read = await readPage(history.events, options, history.pause)
    if (E.isLeft(read)) return read
    const { events, upTo, end } = upToBound(read.right, history.upTo, direction)
    for (const event of events) {
      after = event.position
      seen++
      if ((await visit(event)) === 'stop') return E.right({ upTo: after, end: false })
    }
    after = upTo ?? after
    if (end) return E.right({ upTo: after, end: true })
  }
  return E.right({ upTo: after, end: false })
}

/**
 * The events of one stream, oldest first; none where nothing has happened to it. Rejections: `Unavailable`.
 *
 * @example
 * import { fixedHistory } from '@forgefold/core/audit'
 * assert.deepEqual((await eventsOfStream({ events: fixedHistory([]) }, 'label-1')).right, [])
 */
export const eventsOfStream = async (
  { events, upTo }: History,
  stream: StreamName,
  most = Number.POSITIVE_INFINITY,
): Promise<E.Either<Rejection, ReadonlyArray<StoredEvent>>> => {
  const found: Array<StoredEvent> = []
  for (;;) {
    const from = found.length as StoredEvent['revision']
    const read = await events.readStream(stream, { from, limit: Math.min(PAGE, most - found.length) })
    if (read.kind === 'Unavailable') return E.left(unavailable(read.reason))
    if (read.kind === 'StreamNotFound') return E.right(found)
    for (const event of read.events) {
      if (upTo !== undefined && event.position > upTo) return E.right(found)
      found.push(event)
    }
    if (read.events.length === 0 || found.length > read.head || found.length >= most) return E.right(found)
  }
}
