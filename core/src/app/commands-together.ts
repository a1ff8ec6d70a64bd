import * as E from 'fp-ts/lib/Either.js'
import { fold } from '../kernel/decider.js'
import type { NewEvent, Position, Revision } from '../kernel/envelope.js'
import type { DomainEvent } from '../kernel/event-catalogue.js'
import type { Rejection } from '../kernel/rejection.js'
import { outcomeUnknown, unavailable } from '../kernel/rejection.js'
import type { Executed } from './aggregate-repository.js'
import { decideOn, encode } from './decision.js'
import { answerOfWritten, CALLER_IS_GONE, type ExecutionOptions, isOver, supposedState } from './lone-command.js'
import type { PendingCommand } from './pending-command.js'
import { appendUntilKnown } from './retry.js'
import type { Loaded } from './stream-states.js'

type Answer<S> = E.Either<Rejection, Executed<S>>

/** One of several commands that were decided in turn: its refusal or its events, and the state after it. */
interface Member<C, Ev extends DomainEvent, S> extends Loaded<S> {
  readonly pending: PendingCommand<C, Ev, S>
  readonly refusal: E.Left<Rejection> | undefined
  readonly events: ReadonlyArray<NewEvent>
}

const hasEvents = ({ events }: { readonly events: ReadonlyArray<NewEvent> }): boolean => events.length > 0

const decided = <C, Ev extends DomainEvent, S>(
  pending: PendingCommand<C, Ev, S>,
  before: Loaded<S>,
): Member<C, Ev, S> | undefined => {
  const { aggregate, command, context, names } = pending
  const decision = isOver(pending) ? CALLER_IS_GONE : decideOn(aggregate, command, before)
  const events = E.isLeft(decision) ? [] : decision.right.events
  const state = fold(aggregate, events, before.state)
  // Names are claimed before the append; those that were claimed for nothing are released.
  if (names?.isConcerned(before.state, state) === true) return undefined
  if (events.length === 0) return { ...before, pending, refusal: E.isLeft(decision) ? decision : undefined, events: [] }
  const revision = ((before.revision ?? -1) + events.length) as Revision
  return { state, revision, pending, refusal: undefined, events: encode(aggregate, events, context) }
}

/** Decides each command on the state that the ones before it lead to, up to the first that has to be executed alone. */
const decideInTurn = <C, Ev extends DomainEvent, S>(
  commands: ReadonlyArray<PendingCommand<C, Ev, S>>,
  base: Loaded<S>,
): ReadonlyArray<Member<C, Ev, S>> => {
  const members: Array<Member<C, Ev, S>> = []
  let before = base
  try {
    for (const pending of commands) {
      const member = decided(pending, before)
      if (member === undefined) break
      members.push(member)
      before = member
    }
  } catch {
    // A command that cannot be decided fails alone, when it comes first.
  }
  return members
}

const answerOf = <C, Ev extends DomainEvent, S>(
  { refusal, events, state, revision }: Member<C, Ev, S>,
  position: Position | undefined,
): Answer<S> => refusal ?? E.right({ state, revision, position: events.length === 0 ? undefined : position })

/**
 * Executes commands on one stream together: decides them in turn, and writes them in one append.
 *
 * That the append succeeds shows that the first of them was decided on the present state, and so were the others. A command without an answer
 * has to be executed again, because what it was decided on was not written. Undefined where none has an answer: the first of them is then to
 * be executed alone.
 */
export type ExecuteTogether = <C, Ev extends DomainEvent, S>(
  commands: ReadonlyArray<PendingCommand<C, Ev, S>>,
) => Promise<ReadonlyArray<Answer<S> | undefined> | undefined>

/** Commands that wait for one stream, executed together (docs/decisions/commands-of-one-stream.md). */
export const makeExecuteTogether = (options: ExecutionOptions): ExecuteTogether => {
  const { store, states, pause } = options

  /** The events of all of them in one append, and its outcome for each. */
  const write = async <C, Ev extends DomainEvent, S>(
    [first, ...others]: readonly [Member<C, Ev, S>, ...ReadonlyArray<Member<C, Ev, S>>],
    base: Loaded<S>,
  ): Promise<ReadonlyArray<Answer<S> | undefined> | undefined> => {
    const { aggregate, stream } = first.pending
    const members = [first, ...others]
    const events = members.flatMap((member) => member.events)
    const areOver = (): boolean => members.every(({ pending }) => isOver(pending))
    const outcome = await appendUntilKnown(store, pause, stream, events, base.revision ?? 'noStream', areOver)
    const ofWriters = (answer: Answer<S>) => members.map((member) => (hasEvents(member) ? answer : undefined))
    switch (outcome.kind) {
      case 'Appended':
        await states.remember(aggregate, stream, others.at(-1) ?? first)
        return members.map((member) => answerOf(member, outcome.position))
      case 'AlreadyAppended':
        return ofWriters(await answerOfWritten(options, first.pending, outcome))
      case 'Conflict':
        // One of them may have been written by an earlier attempt, which only an append of its own shows.
        return undefined
      case 'TooLarge':
        return together(members.slice(0, Math.ceil(members.length / 2)).map(({ pending }) => pending))
      case 'OutcomeUnknown':
        states.forget(stream)
        return ofWriters(E.left(outcomeUnknown(outcome.reason)))
      case 'Unavailable':
        states.forget(stream)
        return ofWriters(E.left(unavailable(outcome.reason)))
    }
  }

  const together: ExecuteTogether = async (commands) => {
    const [first] = commands
    if (first === undefined || commands.length === 1) return undefined
    let base = supposedState(states, first)
    let members = decideInTurn(commands, base)
    if (members.length > 1 && !members.some(hasEvents)) {
      // Refusals, and that there is nothing to do, are answered only on the present state of the store.
      const fresh = await states.fresh(first.aggregate, first.stream)
      if (E.isLeft(fresh)) return members.map(() => fresh)
      base = fresh.right
      members = decideInTurn(commands, base)
    }
    const [one, ...others] = members
    if (one === undefined || others.length === 0) return undefined
    return members.some(hasEvents)
      ? write([one, ...others], base)
      : members.map((member) => answerOf(member, undefined))
  }
  return together
}
