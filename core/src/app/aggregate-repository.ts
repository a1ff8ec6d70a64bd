import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate } from '../kernel/aggregate.js'
import { streamOf } from '../kernel/aggregate.js'
import { fold } from '../kernel/decider.js'
import type { NewEvent, Position, Revision, StreamName } from '../kernel/envelope.js'
import type { DomainEvent } from '../kernel/event-catalogue.js'
import type { Rejection } from '../kernel/rejection.js'
import { conflict, tooLarge, unavailable } from '../kernel/rejection.js'
import type { AppendOutcome, EventStore } from '../ports/event-store.js'
import type { Snapshots } from '../ports/snapshots.js'
import { type CommandContext, eventIdOf, metadataOf } from './command-context.js'
import { KeyedMutex } from './keyed-mutex.js'
import { type Loaded, makeStreamStates } from './stream-states.js'

export { type Loaded, STREAM_ABANDONED } from './stream-states.js'

/** What a command led to; no position where it had nothing to do. */
export interface Executed<State> extends Loaded<State> {
  readonly position: Position | undefined
}

/** Loads aggregates and brings commands to them. */
export interface AggregateRepository {
  /**
   * Loads, decides, appends with the exact revision, and waits until the read model shows it.
   *
   * A conflict that is not the caller's is decided anew a bounded number of times; an unknown outcome is tried again with the same ids.
   * A refusal, and having nothing to do, are said only of what the store has now.
   * Rejections: the decider's own; `Conflict` when the stream stays contended or was abandoned; `TooLarge`; `Unavailable`.
   */
  readonly execute: <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    id: string | number,
    command: C,
    context: CommandContext,
  ) => Promise<E.Either<Rejection, Executed<S>>>
  /** The state as the store has it now. Rejections: `Unavailable`. */
  readonly load: <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    id: string | number,
  ) => Promise<E.Either<Rejection, Loaded<S>>>
}

/** What the command loop stands on. */
export interface RepositoryOptions {
  readonly store: EventStore
  /** Resolves once the read model shows everything up to the position; false after its time-out. */
  readonly reached: (position: Position) => Promise<boolean>
  readonly snapshots?: Snapshots
  /** How many states are kept in memory; default 10,000. */
  readonly cachedStates?: number
  /** Waits so many milliseconds; given by the host, because the core has no timer. */
  readonly pause: (milliseconds: number) => Promise<void>
}

const CONFLICT_ATTEMPTS = 16
const UNKNOWN_ATTEMPTS = 6

interface Decision<Ev, S> extends Loaded<S> {
  readonly events: ReadonlyArray<Ev>
}

/** The command loop over an event store: load, decide, append with the exact revision, decide anew on a conflict that is not the caller's. */
export const makeAggregateRepository = (options: RepositoryOptions): AggregateRepository => {
  const { store, reached, pause } = options
  const states = makeStreamStates(store, options.snapshots, options.cachedStates ?? 10_000)
  // One command at a time on a stream in this process: others would only conflict.
  const mutex = new KeyedMutex<StreamName>()

  const decideOn = <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    command: C,
    { state, revision }: Loaded<S>,
  ): E.Either<Rejection, Decision<Ev, S>> => {
    const decided = aggregate.decide(command)(state)
    return E.isLeft(decided) ? decided : E.right({ state, revision, events: decided.right })
  }

  /** Decides on what is remembered where that leads to a write, which the store checks; on what the store has otherwise. */
  const decide = async <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    stream: StreamName,
    command: C,
  ): Promise<E.Either<Rejection, Decision<Ev, S>>> => {
    const remembered = states.remembered(aggregate, stream)
    if (remembered !== undefined) {
      const decision = decideOn(aggregate, command, remembered)
      if (E.isRight(decision) && decision.right.events.length > 0) return decision
    }
    const fresh = await states.fresh(aggregate, stream)
    return E.isLeft(fresh) ? fresh : decideOn(aggregate, command, fresh.right)
  }

  const encode = <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    events: ReadonlyArray<Ev>,
    context: CommandContext,
  ): ReadonlyArray<NewEvent> => {
    const metadata = metadataOf(context)
    return events.map((event, index) => ({
      id: eventIdOf(context.id, index),
      ...aggregate.events.encode(event),
      metadata,
    }))
  }

  /** Asks again with the same ids and the same expectation until the outcome is known: the store writes them once. */
  const append = async (
    stream: StreamName,
    events: ReadonlyArray<NewEvent>,
    expected: Revision | 'noStream',
  ): Promise<AppendOutcome> => {
    for (let tries = 1; ; tries++) {
      const outcome = await store.append(stream, events, expected)
      if (outcome.kind !== 'OutcomeUnknown' || tries > UNKNOWN_ATTEMPTS) return outcome
      await pause(20 * 2 ** tries)
    }
  }

  const positionOf = async (stream: StreamName, revision: Revision): Promise<Position | undefined> => {
    const read = await store.readStream(stream, { from: revision, limit: 1 })
    return read.kind === 'Read' ? read.events[0]?.position : undefined
  }

  /** It was written by an earlier try: what followed since belongs to the state, too. */
  const written = async <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    stream: StreamName,
    { revision, position }: { readonly revision: Revision; readonly position: Position | undefined },
  ): Promise<E.Either<Rejection, Executed<S>>> => {
    const now = await states.fresh(aggregate, stream)
    if (E.isLeft(now)) return now
    return E.right({ ...now.right, position: position ?? (await positionOf(stream, revision)) })
  }

  const applied = async <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    stream: StreamName,
    { state, events }: Decision<Ev, S>,
    { revision, position }: { readonly revision: Revision; readonly position: Position },
  ): Promise<Executed<S>> => {
    const loaded = { state: fold(aggregate, events, state), revision }
    await states.remember(aggregate, stream, loaded)
    return { ...loaded, position }
  }

  /** Undefined after a conflict: decide anew. */
  const attempt = async <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    stream: StreamName,
    command: C,
    context: CommandContext,
  ): Promise<E.Either<Rejection, Executed<S>> | undefined> => {
    const decision = await decide(aggregate, stream, command)
    if (E.isLeft(decision)) return decision
    const { state, revision, events } = decision.right
    if (events.length === 0) return E.right({ state, revision, position: undefined })
    const outcome = await append(stream, encode(aggregate, events, context), revision ?? 'noStream')
    switch (outcome.kind) {
      case 'Appended':
        return E.right(await applied(aggregate, stream, decision.right, outcome))
      case 'AlreadyAppended':
        return written(aggregate, stream, outcome)
      case 'Conflict':
        return undefined
      case 'TooLarge':
        return E.left(tooLarge)
      case 'OutcomeUnknown':
      case 'Unavailable':
        states.forget(stream)
        return E.left(unavailable(outcome.reason))
    }
  }

  const attempts = async <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    stream: StreamName,
    command: C,
    context: CommandContext,
  ): Promise<E.Either<Rejection, Executed<S>>> => {
    for (let conflicts = 0; conflicts < CONFLICT_ATTEMPTS; conflicts++) {
      const done = await attempt(aggregate, stream, command, context)
      if (done !== undefined) return done
      if (conflicts > 2) await pause(2 ** Math.min(conflicts, 7))
      const now = await states.fresh(aggregate, stream)
      if (E.isLeft(now)) return now
    }
    return E.left(conflict())
  }

  const visible = async <S>(executed: Executed<S>): Promise<E.Either<Rejection, Executed<S>>> => {
    if (executed.position === undefined || (await reached(executed.position))) return E.right(executed)
    return E.left(unavailable('the write is stored but not visible yet', executed.position))
  }

  return {
    execute: async (aggregate, id, command, context) => {
      const stream = streamOf(aggregate, id)
      const executed = await mutex.run(stream, () => attempts(aggregate, stream, command, context))
      return E.isLeft(executed) ? executed : visible(executed.right)
    },
    load: (aggregate, id) => states.fresh(aggregate, streamOf(aggregate, id)),
  }
}
