import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate } from '../kernel/aggregate.js'
import { streamOf } from '../kernel/aggregate.js'
import type { DomainEvent } from '../kernel/event-catalogue.js'
import { type Rejection, refused } from '../kernel/rejection.js'
import { eventsOfStream, type History } from './each-event.js'

/**
 * The state of one thing where a history ends: give it `upTo` for the state as of then. Undefined where nothing had happened to it.
 * Rejections: `Refused` for an event that the aggregate cannot read; `Unavailable`.
 */
export const stateAt = async <Event extends DomainEvent, State>(
  history: History,
  aggregate: Aggregate<never, Event, State>,
  id: string | number,
): Promise<E.Either<Rejection, State | undefined>> => {
  const events = await eventsOfStream(history, streamOf(aggregate, id))
  if (E.isLeft(events)) return events
  if (events.right.length === 0) return E.right(undefined)
  let state = aggregate.initial
  for (const event of events.right) {
    const decoded = aggregate.events.decode(event)
    if (E.isLeft(decoded)) return E.left(refused(`${event.type} of ${event.stream} cannot be read`))
    state = aggregate.evolve(state, decoded.right)
  }
  return E.right(state)
}
