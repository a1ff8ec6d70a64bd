import * as E from 'fp-ts/lib/Either.js'
import { fold } from '../kernel/decider.js'
import type { Position, Revision, StreamName } from '../kernel/envelope.js'
import type { DomainEvent } from '../kernel/event-catalogue.js'
import type { Rejection } from '../kernel/rejection.js'
import { conflict, outcomeUnknown, tooLarge, unavailable } from '../kernel/rejection.js'
import { eventAt } from '../ports/event-look-up.js'
import type { AppendOutcome, EventStore } from '../ports/event-store.js'
import type { Executed } from './aggregate-repository.js'
import type { BackgroundTasks } from './background-tasks.js'
import { type Decision, decideOn, encode } from './decision.js'
import type { NameChange } from './name-change.js'
import type { PendingCommand } from './pending-command.js'
import type { Pause } from './periodic.js'
import { appendUntilKnown, CONTENDED_STREAM, retried } from './retry.js'
import type { Loaded, StreamStates } from './stream-states.js'

/** What executing commands needs. */
export interface ExecutionOptions {
  readonly store: Pick<EventStore, 'append' | 'readStream'>
  readonly states: StreamStates
  readonly pause: Pause
  /** Where names are released that a command has dropped. */
  readonly givingBack: BackgroundTasks
}

/** The refusal of a command whose caller no longer waits. */
export const CALLER_IS_GONE = E.left(unavailable('the store is away'))

/** Whether the caller no longer waits for the outcome. */
export const isOver = <C, Ev extends DomainEvent, S>({ context }: PendingCommand<C, Ev, S>): boolean =>
  context.isOver?.() === true

/** The state that a command is probably decided on. A stream without a cached state counts as new: a command that begins a stream then needs no read. */
export const supposedState = <C, Ev extends DomainEvent, S>(
  states: Pick<StreamStates, 'remembered'>,
  { aggregate, stream, known }: PendingCommand<C, Ev, S>,
): Loaded<S> => states.remembered(aggregate, stream) ?? known ?? { state: aggregate.initial, revision: undefined }

/** The answer to a command whose events were written by an earlier attempt: the state includes what followed since. */
export const answerOfWritten = async <C, Ev extends DomainEvent, S>(
  { store, states }: ExecutionOptions,
  { aggregate, stream, names }: PendingCommand<C, Ev, S>,
  { revision, position }: { readonly revision: Revision; readonly position: Position | undefined },
): Promise<E.Either<Rejection, Executed<S>>> => {
  const now = await states.fresh(aggregate, stream)
  if (E.isLeft(now)) return now
  await names?.settle(now.right.state)
  return E.right({ ...now.right, position: position ?? (await positionOf(store, stream, revision)), repeated: true })
}

const positionOf = async (
  store: Pick<EventStore, 'readStream'>,
  stream: StreamName,
  revision: Revision,
): Promise<Position | undefined> => E.getOrElseW(() => undefined)(await eventAt(store, stream, revision))?.position

/** Executes one command on its stream; only one at a time on a stream, since others would only conflict. */
export type ExecuteAlone = <C, Ev extends DomainEvent, S>(
  pending: PendingCommand<C, Ev, S>,
) => Promise<E.Either<Rejection, Executed<S>>>

/** Commands that are executed alone: decided, their names claimed, appended with the exact revision, and decided again after a conflict. */
export const makeExecuteAlone = (options: ExecutionOptions): ExecuteAlone => {
  const { store, states, pause, givingBack } = options

  /** Decides on the cached state where that leads to events, because the append checks the revision; otherwise on the state of the store. */
  const decide = async <C, Ev extends DomainEvent, S>(
    pending: PendingCommand<C, Ev, S>,
  ): Promise<E.Either<Rejection, Decision<Ev, S>>> => {
    const { aggregate, stream, command, names } = pending
    const hopeful = decideOn(aggregate, command, supposedState(states, pending))
    if (E.isRight(hopeful) && hopeful.right.events.length > 0) return hopeful
    const fresh = await states.fresh(aggregate, stream)
    if (E.isLeft(fresh)) return fresh
    const decision = decideOn(aggregate, command, fresh.right)
    if (E.isLeft(decision) || decision.right.events.length === 0) await names?.settle(fresh.right.state)
    return decision
  }

  const applied = <C, Ev extends DomainEvent, S>(
    { aggregate, stream }: PendingCommand<C, Ev, S>,
    state: S,
    { revision, position }: { readonly revision: Revision; readonly position: Position },
    names: NameChange<S> | undefined,
  ): Executed<S> | Promise<Executed<S>> => {
    const saving = states.remember(aggregate, stream, { state, revision })
    if (names !== undefined) givingBack.add(names.settle(state))
    const executed = { state, revision, position }
    return saving === undefined ? executed : saving.then(() => executed)
  }

  /** A refusal of a name is returned only for the present state of the store; undefined where the decision was made on an older one. */
  const refusedName = async <C, Ev extends DomainEvent, S>(
    { aggregate, stream, names }: PendingCommand<C, Ev, S>,
    { revision }: Loaded<S>,
    refusal: E.Left<Rejection>,
  ): Promise<E.Left<Rejection> | undefined> => {
    const now = await states.fresh(aggregate, stream)
    if (E.isRight(now) && now.right.revision !== revision) return undefined
    if (E.isRight(now)) await names?.settle(now.right.state)
    return refusal
  }

  /** The answer to a command that was not written, or by an earlier attempt; undefined after a conflict: the caller decides again. */
  const answerUnwritten = async <C, Ev extends DomainEvent, S>(
    pending: PendingCommand<C, Ev, S>,
    before: S,
    outcome: Exclude<AppendOutcome, { readonly kind: 'Appended' }>,
  ): Promise<E.Either<Rejection, Executed<S>> | undefined> => {
    const { stream, names } = pending
    switch (outcome.kind) {
      case 'AlreadyAppended':
        return answerOfWritten(options, pending, outcome)
      case 'Conflict':
        return undefined
      case 'TooLarge':
        await names?.settle(before)
        return E.left(tooLarge)
      case 'OutcomeUnknown':
        // The append may still succeed, so its names stay reserved: the next claim of them settles it after the grace period.
        states.forget(stream)
        return E.left(outcomeUnknown(outcome.reason))
      case 'Unavailable':
        states.forget(stream)
        return E.left(unavailable(outcome.reason))
    }
  }

  /** Undefined after a conflict. `names`: those that were prepared. */
  const write = <C, Ev extends DomainEvent, S>(
    pending: PendingCommand<C, Ev, S>,
    { state, revision, events }: Decision<Ev, S>,
    after: S,
    names: NameChange<S> | undefined,
  ): Promise<E.Either<Rejection, Executed<S>> | undefined> => {
    const { aggregate, stream, context } = pending
    const encoded = encode(aggregate, events, context)
    return appendUntilKnown(store, pause, stream, encoded, revision ?? 'noStream', context.isOver).then((outcome) => {
      if (outcome.kind !== 'Appended') return answerUnwritten(pending, state, outcome)
      const done = applied(pending, after, outcome, names)
      return done instanceof Promise ? done.then(E.right) : E.right(done)
    })
  }

  const attempt = async <C, Ev extends DomainEvent, S>(
    pending: PendingCommand<C, Ev, S>,
  ): Promise<E.Either<Rejection, Executed<S>> | undefined> => {
    const decision = await decide(pending)
    if (E.isLeft(decision)) return decision
    const { state, revision, events } = decision.right
    if (events.length === 0) return E.right({ state, revision, position: undefined })
    const after = fold(pending.aggregate, events, state)
    const prepared = await pending.names?.prepare(decision.right, after)
    if (prepared !== undefined && E.isLeft(prepared)) return refusedName(pending, decision.right, prepared)
    return write(pending, decision.right, after, pending.names)
  }

  /** What most commands need: decided on the cached state and written at once. Undefined where the store or a name has to be asked first. */
  const writeAtOnce = <C, Ev extends DomainEvent, S>(
    pending: PendingCommand<C, Ev, S>,
  ): Promise<E.Either<Rejection, Executed<S>> | undefined> | undefined => {
    const { aggregate, command, names } = pending
    const decision = decideOn(aggregate, command, supposedState(states, pending))
    if (E.isLeft(decision) || decision.right.events.length === 0) return undefined
    const { state, events } = decision.right
    const after = fold(aggregate, events, state)
    return names?.isConcerned(state, after) === true ? undefined : write(pending, decision.right, after, undefined)
  }

  /** Attempts until one succeeds, of which the first may have been made. */
  const inAttempts = async <C, Ev extends DomainEvent, S>(
    pending: PendingCommand<C, Ev, S>,
    first: Promise<E.Either<Rejection, Executed<S>> | undefined> | undefined,
  ): Promise<E.Either<Rejection, Executed<S>>> => {
    const { aggregate, stream, names } = pending
    const done = await retried(CONTENDED_STREAM, pause, async (number) => {
      const tried = await (number === 1 && first !== undefined ? first : attempt(pending))
      if (tried !== undefined) return tried
      const now = await states.fresh(aggregate, stream)
      return E.isLeft(now) ? now : undefined
    })
    if (done !== undefined) return done
    const last = states.remembered(aggregate, stream)
    if (last !== undefined) await names?.settle(last.state)
    return E.left(conflict())
  }

  return (pending) => {
    if (isOver(pending)) return Promise.resolve(CALLER_IS_GONE)
    const first = writeAtOnce(pending)
    return first === undefined
      ? inAttempts(pending, undefined)
      : first.then((done) => done ?? inAttempts(pending, first))
  }
}
