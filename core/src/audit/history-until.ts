import * as E from 'fp-ts/lib/Either.js'
import {
  type Instant,
  type Position,
  type Revision,
  type StoredEvent,
  type StreamName,
  secondsAfter,
} from '../kernel/index.js'
import { eventAt, lastEventOf } from '../ports/event-look-up.js'
import type { AllRead, AllReadOptions, EventStore, StreamRead, StreamReadOptions, Subscriber } from '../ports/index.js'
import type { History } from './each-event.js'

const READ_ONLY = { kind: 'Unavailable', reason: 'the past is not written to' } as const
const STREAM_NOT_FOUND: StreamRead = { kind: 'StreamNotFound' }

/** The last revision of a stream at the position; undefined where it had not begun. Found by binary search, because revisions have no holes. */
const headAt = async (
  store: Pick<EventStore, 'readStream'>,
  stream: StreamName,
  until: Position,
): Promise<StreamRead | Revision> => {
  const newest = await lastEventOf(store, stream)
  if (E.isLeft(newest)) return newest.left
  const last = newest.right
  if (last === undefined) return STREAM_NOT_FOUND
  if (last.position <= until) return last.revision
  let below = -1
  let above: number = last.revision
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2)
    const read = await eventAt(store, stream, middle as Revision)
    if (E.isLeft(read)) return read.left
    if (read.right !== undefined && read.right.position <= until) below = middle
    else above = middle
  }
  return below < 0 ? STREAM_NOT_FOUND : (below as Revision)
}

const readUntil = async (
  store: EventStore,
  until: Position,
  stream: StreamName,
  options: StreamReadOptions = {},
): Promise<StreamRead> => {
  const head = await headAt(store, stream, until)
  if (typeof head !== 'number') return head
  const backwards = options.direction === 'backwards'
  const from = backwards ? (Math.min(options.from ?? head, head) as Revision) : options.from
  const read = await store.readStream(stream, { ...options, ...(from === undefined ? {} : { from }) })
  if (read.kind !== 'Read') return read
  return { kind: 'Read', events: read.events.filter(({ revision }) => revision <= head), head }
}

const readAllUntil = async (store: EventStore, until: Position, options: AllReadOptions): Promise<AllRead> => {
  const backwards = options.direction === 'backwards'
  const read = await store.readAll(options)
  if (read.kind !== 'Read') return read
  const events = read.events.filter(({ position }) => position <= until)
  const { upTo } = read
  if (backwards || upTo === undefined || upTo < until) return { ...read, events }
  return { ...read, events, upTo: until, end: true }
}

/** A history as it was at a position. */
export interface HistoryUntil extends EventStore {
  /** The last event that a subscriber received. */
  readonly last: () => StoredEvent | undefined
}

const subscribeUntil = (
  store: EventStore,
  until: Position,
  subscriber: Subscriber,
  note: (event: StoredEvent | undefined) => void,
): ReturnType<EventStore['subscribe']> => {
  if ((subscriber.after ?? -1) >= until) {
    void Promise.resolve().then(() => subscriber.onCaughtUp?.(until))
    return { stop: async () => undefined }
  }
  let isDone = false
  const finish = (): void => {
    isDone = true
    subscriber.onCaughtUp?.(until)
    void subscription.stop()
  }
  const onEvents: Subscriber['onEvents'] = (events, upTo) => {
    if (isDone) return
    const within = upTo <= until ? events : events.filter(({ position }) => position <= until)
    note(within.at(-1))
    const reached = upTo >= until
    const told = subscriber.onEvents(within, reached ? until : upTo)
    if (!reached) return told
    if (told === undefined) return finish()
    return told.then(finish)
  }
  const onCaughtUp = (upTo: Position | undefined): void => {
    if (!isDone && upTo !== undefined && upTo >= until) finish()
  }
  const subscription = store.subscribe({ ...subscriber, onEvents, onCaughtUp })
  return subscription
}

/**
 * A history as of a position: later events are not read, and nothing is written. A subscription ends there, caught up.
 *
 * Reading backwards without `after` passes through later events first. Closing it leaves the store open.
 *
 * @example
 * import { fixedHistory } from '@forgefold/core/audit'
 * assert.deepEqual((await historyUntil(fixedHistory([]), 7).readAll()).events, [])
 */
export const historyUntil = (store: EventStore, until: Position): HistoryUntil => {
  let last: StoredEvent | undefined
  return {
    append: async () => READ_ONLY,
    readStream: (stream, options) => readUntil(store, until, stream, options),
    readAll: (options = {}) => readAllUntil(store, until, options),
    subscribe: (subscriber) =>
      subscribeUntil(store, until, subscriber, (event) => {
        last = event ?? last
      }),
    close: async () => undefined,
    last: () => last,
  }
}

/** The position of a history at an instant. */
export type PositionAtInstant =
  | { readonly kind: 'At'; readonly position: Position }
  /** The history begins later. */
  | { readonly kind: 'BeforeTheBeginning' }
  | { readonly kind: 'Unavailable'; readonly reason: string }

/**
 * The last event, in the order of the history, with this time or an earlier one.
 *
 * @example
 * import { pause } from '@forgefold/adapters/clock'
 * import { fixedHistory } from '@forgefold/core/audit'
 * assert.ok(await positionAtInstant({ events: fixedHistory([]), pause }, '2024-03-01T09:00:00.000Z'))
 */
export const positionAtInstant = async (
  { events, pause }: Pick<History, 'events' | 'pause'>,
  instant: Instant,
): Promise<PositionAtInstant> => {
  const filter = { until: secondsAfter(instant, 0.001) }
  let after: Position | undefined
  for (;;) {
    const read = await events.readAll({
      direction: 'backwards',
      limit: 1,
      filter,
      ...(after === undefined ? {} : { after }),
    })
    if (read.kind !== 'Read') return read
    const found = read.events[0]
    if (found !== undefined) return { kind: 'At', position: found.position }
    if (read.end || read.upTo === undefined || read.upTo === after) return { kind: 'BeforeTheBeginning' }
    after = read.upTo
    // Others have their turn before the next part of the history is searched.
    await pause(0)
  }
}
