import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate } from '../kernel/aggregate.js'
import { streamOf } from '../kernel/aggregate.js'
import type { DomainEvent } from '../kernel/event-catalogue.js'
import { type Rejection, refused } from '../kernel/rejection.js'
import type { DocumentOf } from './blame.js'
import { eventsOfStream, type History } from './each-event.js'
import { fixedHistory } from './fixed-history.js'

/**
 * The state of one aggregate at the end of a history; pass `upTo` for an earlier state. Undefined where it has no events. Rejections:
 * `Refused` for an event that the aggregate cannot decode; `Unavailable`.
 *
 * @example
 * import { fixedHistory } from '@forgefold/core/audit'
 * import { label } from '@forgefold/core/label'
 * assert.equal((await stateAt({ events: fixedHistory([]) }, label, 1)).right, undefined)
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

/**
 * The state of one aggregate as a document, for `blameOf`. It does not exist where the first event is missing, or where the aggregate cannot
 * apply the events that follow.
 *
 * @example
 * import { label } from '@forgefold/core/label'
 * assert.equal(await stateDocument(label, 1)([]), undefined)
 */
export const stateDocument =
  <Event extends DomainEvent, State>(aggregate: Aggregate<never, Event, State>, id: string | number): DocumentOf =>
  async (events) => {
    const own = streamOf(aggregate, id)
    if (!events.some(({ stream, revision }) => stream === own && revision === 0)) return undefined
    const state = await stateAt({ events: fixedHistory(events), pause: async () => undefined }, aggregate, id)
    const document: unknown = E.isRight(state) ? state.right : undefined
    return typeof document === 'object' && document !== null ? { ...document } : undefined
  }
