import assert from 'node:assert/strict'
import { type Decider, fold, type Rejection, type RejectionKind } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'

/** What was decided, to be compared with what should have been. */
export interface Decided<Event> {
  readonly then: (...events: ReadonlyArray<Event>) => void
  readonly thenNothing: () => void
  /** The kind of the refusal, or all of it. */
  readonly thenRefused: (rejection: RejectionKind | Rejection) => void
}

export interface Scenario<Command, Event, State> {
  /** What has happened. */
  readonly given: (...events: ReadonlyArray<Event>) => Scenario<Command, Event, State>
  readonly when: (command: Command) => Decided<Event>
  readonly state: () => State
}

/** Given what has happened, when this is asked, then that follows. */
export const scenario = <Command, Event, State>(
  decider: Decider<Command, Event, State>,
  history: ReadonlyArray<Event> = [],
): Scenario<Command, Event, State> => {
  const state = (): State => fold(decider, history)
  return {
    given: (...events) => scenario(decider, [...history, ...events]),
    state,
    when: (command) => {
      const decided = decider.decide(command)(state())
      const then = (...events: ReadonlyArray<Event>): void => assert.deepEqual(decided, E.right(events))
      return {
        then,
        thenNothing: () => then(),
        thenRefused: (rejection) => {
          if (E.isRight(decided)) assert.fail(`it was not refused: ${JSON.stringify(decided.right)}`)
          else if (typeof rejection === 'string') assert.equal(decided.left.kind, rejection)
          else assert.deepEqual(decided.left, rejection)
        },
      }
    },
  }
}
