import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { streamOf } from '../kernel/aggregate.js'
import {
  type Actor,
  type EventId,
  type NewEvent,
  type Revision,
  type StoredEvent,
  type StreamName,
  systemActor,
} from '../kernel/envelope.js'
import { current, type EventOf, eventCatalogue } from '../kernel/event-catalogue.js'
import type { Instant } from '../kernel/instant.js'
import { type Rejection, unavailable } from '../kernel/rejection.js'
import type { Clock, Ids } from '../ports/clock-and-ids.js'
import type { EventStore } from '../ports/event-store.js'
import { eventIdOf } from './command-context.js'

/** An event that a reactor could not handle, kept until a replay succeeds. */
export interface ParkedEvent {
  readonly id: EventId
  readonly stream: StreamName
  readonly revision: Revision
  readonly type: string
  /** The name and code of the failure. The message is left out, because it may contain secrets or personal data. */
  readonly reason: string
  readonly at: Instant
}

/** The events that a reactor has parked, in replay order. */
export interface ParkedEvents {
  readonly events: ReadonlyArray<ParkedEvent>
  /** The last revision of the reactor's stream; undefined where nothing was ever parked. */
  readonly head: Revision | undefined
}

const parkedEvent = t.type({
  id: t.string as unknown as t.Type<EventId, EventId, unknown>,
  stream: t.string as unknown as t.Type<StreamName, StreamName, unknown>,
  revision: t.number as unknown as t.Type<Revision, Revision, unknown>,
  type: t.string,
  reason: t.string,
  at: t.string as unknown as t.Type<Instant, Instant, unknown>,
})

const catalogue = eventCatalogue({
  EventParked: current(parkedEvent),
  ParkedEventHandled: current(t.type({ id: parkedEvent.props.id })),
  RetryRequested: current(t.type({})),
  /** An administrator gave them up: the reactor never handles them. */
  ParkedEventsDropped: current(t.type({ ids: t.readonlyArray(parkedEvent.props.id) })),
})

/** The events in the stream of a reactor. */
export type ReactorEvent = EventOf<typeof catalogue>

/** The category of the streams of reactors. */
export const REACTOR = { category: 'reactor' } as const

/**
 * The stream of a reactor: parked events, replayed events, and requests for a replay.
 *
 * @example
 * assert.match(reactorStream('to-dos'), /to-dos$/)
 */
export const reactorStream = (reactor: string): StreamName => streamOf(REACTOR, reactor)

const NOTHING: ParkedEvents = { events: [], head: undefined }
const PAGE = 500

const evolve = ({ events }: ParkedEvents, event: ReactorEvent, head: Revision): ParkedEvents => {
  switch (event.type) {
    case 'EventParked':
      return { events: [...events, event.data], head }
    case 'ParkedEventHandled':
      return { events: events.filter(({ id }) => id !== event.data.id), head }
    case 'ParkedEventsDropped': {
      const { ids } = event.data
      return { events: events.filter(({ id }) => !ids.includes(id)), head }
    }
    case 'RetryRequested':
      return { events, head }
  }
}

const after = (parked: ParkedEvents, stored: StoredEvent): ParkedEvents => {
  const event = catalogue.decode(stored)
  return E.isLeft(event) ? { ...parked, head: stored.revision } : evolve(parked, event.right, stored.revision)
}

/**
 * Reads the parked events of a reactor, on any server. Rejections: `Unavailable`.
 *
 * @example
 * import { makeMemoryEventStore } from '@forgefold/adapters/memory'
 * assert.deepEqual((await loadParkedEvents(makeMemoryEventStore(), 'to-dos')).right.events, [])
 */
export const loadParkedEvents = async (
  store: Pick<EventStore, 'readStream'>,
  reactor: string,
): Promise<E.Either<Rejection, ParkedEvents>> => {
  let parked = NOTHING
  for (;;) {
    const from = ((parked.head ?? -1) + 1) as Revision
    const read = await store.readStream(reactorStream(reactor), { from, limit: PAGE })
    if (read.kind === 'Unavailable') return E.left(unavailable(read.reason))
    if (read.kind === 'StreamNotFound') return E.right(parked)
    for (const stored of read.events) parked = after(parked, stored)
    if (read.events.length === 0 || (parked.head ?? 0) >= read.head) return E.right(parked)
  }
}

interface Writing {
  readonly store: Pick<EventStore, 'readStream' | 'append'>
  readonly clock: Clock
  readonly ids: Ids
}

/**
 * Appends the event that `decide` returns, if any, to the stream of a reactor with the exact revision. Returns what is parked afterwards.
 *
 * Rejections: `Unavailable`, also under contention: a caller that must succeed tries again.
 *
 * @example
 * import { systemClock as clock } from '@forgefold/adapters/clock'
 * import { makeIds } from '@forgefold/adapters/crypto'
 * import { makeMemoryEventStore } from '@forgefold/adapters/memory'
 * const writing = { store: makeMemoryEventStore(), clock, ids: makeIds() }
 * assert.deepEqual((await writeReactorEvent(writing, 'to-dos', () => undefined)).right.events, [])
 */
export const writeReactorEvent = async (
  { store, clock, ids }: Writing,
  reactor: string,
  decide: (parked: ParkedEvents) => ReactorEvent | undefined,
  actor: Actor = systemActor(reactor),
): Promise<E.Either<Rejection, ParkedEvents>> => {
  const known = await loadParkedEvents(store, reactor)
  if (E.isLeft(known)) return known
  const event = decide(known.right)
  if (event === undefined) return known
  const id = ids.commandId()
  const metadata = { at: clock.now(), actor, correlationId: id }
  const written: NewEvent = { ...catalogue.encode(event), id: eventIdOf(id, 0), metadata }
  const outcome = await store.append(reactorStream(reactor), [written], known.right.head ?? 'noStream')
  switch (outcome.kind) {
    case 'Appended':
    case 'AlreadyAppended':
      return E.right(evolve(known.right, event, outcome.revision))
    case 'Conflict':
    case 'TooLarge':
      return E.left(unavailable('the stream of the reactor is contended'))
    case 'OutcomeUnknown':
    case 'Unavailable':
      return E.left(unavailable(outcome.reason))
  }
}

/**
 * Asks the server that runs the reactor, or will run it next, to replay its parked events. Rejections: `Unavailable`.
 *
 * @example
 * import { systemClock as clock } from '@forgefold/adapters/clock'
 * import { makeIds } from '@forgefold/adapters/crypto'
 * import { makeMemoryEventStore } from '@forgefold/adapters/memory'
 * const writing = { store: makeMemoryEventStore(), clock, ids: makeIds() }
 * assert.deepEqual((await requestRetry(writing, 'to-dos')).right.events, [])
 */
export const requestRetry = (writing: Writing, reactor: string): Promise<E.Either<Rejection, ParkedEvents>> =>
  writeReactorEvent(writing, reactor, ({ events }) =>
    events.length === 0 ? undefined : { type: 'RetryRequested', data: {} },
  )

/**
 * Drops parked events, in the name of an administrator: the reactor never handles them, and goes on with the later events of their streams.
 * Those that are not parked any more are passed over. Rejections: `Unavailable`.
 *
 * @example
 * import { systemClock as clock } from '@forgefold/adapters/clock'
 * import { makeIds } from '@forgefold/adapters/crypto'
 * import { makeMemoryEventStore } from '@forgefold/adapters/memory'
 * const writing = { store: makeMemoryEventStore(), clock, ids: makeIds() }
 * assert.deepEqual((await dropParkedEvents(writing, 'to-dos', [], 'user:1')).right.events, [])
 */
export const dropParkedEvents = (
  writing: Writing,
  reactor: string,
  wanted: ReadonlyArray<EventId>,
  actor: Actor,
): Promise<E.Either<Rejection, ParkedEvents>> =>
  writeReactorEvent(
    writing,
    reactor,
    ({ events }) => {
      const ids = events.flatMap(({ id }) => (wanted.includes(id) ? [id] : []))
      return ids.length === 0 ? undefined : { type: 'ParkedEventsDropped', data: { ids } }
    },
    actor,
  )
