import type { Either } from 'fp-ts/lib/Either.js'
import type { Rejection } from './rejection.js'

/**
 * The pure core of an aggregate: an initial state and two total functions.
 *
 * `decide` reads no clock and creates no ids or secrets: these come in the command.
 * `evolve` never refuses, because events are facts.
 */
export interface Decider<Command, Event, State> {
  readonly initial: State
  readonly decide: (command: Command) => (state: State) => Either<Rejection, ReadonlyArray<Event>>
  readonly evolve: (state: State, event: Event) => State
}

/**
 * Folds events into a state, from the initial one or from a given one.
 *
 * @example
 * const counter = { initial: 0, evolve: (count) => count + 1 }
 * assert.equal(fold(counter, ['one', 'two']), 2)
 */
export const fold = <Event, State>(
  decider: Pick<Decider<never, Event, State>, 'initial' | 'evolve'>,
  events: ReadonlyArray<Event>,
  from: State = decider.initial,
): State => {
  let state = from
  for (const event of events) state = decider.evolve(state, event)
  return state
}
