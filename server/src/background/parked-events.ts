import { dropParkedEvents, type Forge, loadParkedEvents, type ParkedEvent, requestRetry } from '@forgefold/core/app'
import { userByName } from '@forgefold/core/domains/identity/user'
import { type Actor, type EventId, type Rejection, type StoredEvent, userActor } from '@forgefold/core/kernel'
import { type Clock, type EventStore, eventAt, type Ids } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import { makeReactors } from './reactors.js'

/** A reactor with its parked events, in replay order. */
export interface ParkedByReactor {
  readonly reactor: string
  readonly events: ReadonlyArray<ParkedEvent>
}

/** The name of every reactor of an instance. */
export const REACTOR_NAMES: ReadonlyArray<string> = makeReactors().map(({ name }) => name)

/** The reactors that have parked events. Rejections: `Unavailable`. */
export const parkedByReactor = async (
  store: Pick<EventStore, 'readStream'>,
): Promise<E.Either<Rejection, ReadonlyArray<ParkedByReactor>>> => {
  const found: Array<ParkedByReactor> = []
  for (const reactor of REACTOR_NAMES) {
    const parked = await loadParkedEvents(store, reactor)
    if (E.isLeft(parked)) return parked
    if (parked.right.events.length > 0) found.push({ reactor, events: parked.right.events })
  }
  return E.right(found)
}

interface RetryPorts {
  readonly store: Pick<EventStore, 'readStream' | 'append'>
  readonly clock: Clock
  readonly ids: Ids
}

/** Requests a replay of the parked events of the named reactor, or of every reactor; returns for how many events. Rejections: `Unavailable`. */
export const requestRetries = async (ports: RetryPorts, reactor?: string): Promise<E.Either<Rejection, number>> => {
  let asked = 0
  for (const name of REACTOR_NAMES) {
    if (reactor !== undefined && name !== reactor) continue
    const requested = await requestRetry(ports, name)
    if (E.isLeft(requested)) return requested
    asked += requested.right.events.length
  }
  return E.right(asked)
}

/** Which parked events are meant: none, those caused by the user of that name, or all. */
export type ParkedEventsFilter = { readonly isNothing: true } | { readonly user: string | undefined }

/** Whether a parked event was caused by the user. Rejections: `Unavailable`. */
const isCausedBy = async (
  { store }: RetryPorts,
  { stream, revision }: ParkedEvent,
  userId: number,
): Promise<E.Either<Rejection, boolean>> =>
  E.map((event: StoredEvent | undefined) => event?.metadata.actor === userActor(userId))(
    await eventAt(store, stream, revision),
  )

/** What became of the parked events of a reactor. */
export interface DroppedEvents {
  readonly dropped: number
  readonly left: number
}

/** Drops the parked events of a reactor that match, in the name of the administrator. Rejections: `Unavailable`. */
export const dropEvents = async (
  forge: Forge,
  reactor: string,
  filter: ParkedEventsFilter,
  actor: Actor,
): Promise<E.Either<Rejection, DroppedEvents>> => {
  const ports = { store: forge.events, clock: forge.clock, ids: forge.ids }
  const parked = await loadParkedEvents(ports.store, reactor)
  if (E.isLeft(parked)) return parked
  const { events } = parked.right
  if ('isNothing' in filter) return E.right({ dropped: 0, left: events.length })
  const userId = filter.user === undefined ? undefined : (userByName(forge, filter.user)?.id ?? null)
  if (userId === null) return E.right({ dropped: 0, left: events.length })
  const ids: Array<EventId> = []
  for (const event of events) {
    const isMeant = userId === undefined ? E.right(true) : await isCausedBy(ports, event, userId)
    if (E.isLeft(isMeant)) return isMeant
    if (isMeant.right) ids.push(event.id)
  }
  const left = await dropParkedEvents(ports, reactor, ids, actor)
  if (E.isLeft(left)) return left
  return E.right({ dropped: events.length - left.right.events.length, left: left.right.events.length })
}
