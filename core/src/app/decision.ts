import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate } from '../kernel/aggregate.js'
import type { NewEvent } from '../kernel/envelope.js'
import type { DomainEvent } from '../kernel/event-catalogue.js'
import type { Rejection } from '../kernel/rejection.js'
import { type CommandContext, eventIdOf, metadataOf } from './command-context.js'
import type { Loaded } from './stream-states.js'

/** The events that a command leads to, with the state and revision that they were decided on. */
export interface Decision<Ev, S> extends Loaded<S> {
  readonly events: ReadonlyArray<Ev>
}

export const decideOn = <C, Ev extends DomainEvent, S>(
  aggregate: Aggregate<C, Ev, S>,
  command: C,
  { state, revision }: Loaded<S>,
): E.Either<Rejection, Decision<Ev, S>> => {
  const decided = aggregate.decide(command)(state)
  return E.isLeft(decided) ? decided : E.right({ state, revision, events: decided.right })
}

/** Encodes events for the append, with ids derived from the command's id, so that a repeated append writes nothing twice. */
export const encode = <C, Ev extends DomainEvent, S>(
  aggregate: Aggregate<C, Ev, S>,
  events: ReadonlyArray<Ev>,
  context: CommandContext,
): ReadonlyArray<NewEvent> => {
  const metadata = metadataOf(context)
  return events.map((event, index) => {
    const { type, version, data } = aggregate.events.encode(event)
    return { id: eventIdOf(context.id, index), type, version, data, metadata }
  })
}
