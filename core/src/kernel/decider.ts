import type { Either } from 'fp-ts/lib/Either.js'
import type { Rejection } from './rejection.js'

/**
 * The heart of an aggregate: two total functions and a beginning.
 *
 * `decide` never reads a clock and never makes an id or a secret: all of that comes in the command.
 * `evolve` never refuses: what has happened has happened.
 */
export interface Decider<Command, Event, State> {
  readonly initial: State
  readonly decide: (command: Command) => (state: State) => Either<Rejection, ReadonlyArray<Event>>
  readonly evolve: (state: State, event: Event) => State
}

/**
 * Folds a history into a state, from the beginning or from a state already known.
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
