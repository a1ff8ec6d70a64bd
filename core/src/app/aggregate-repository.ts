import type * as E from 'fp-ts/lib/Either.js'
import type { Aggregate } from '../kernel/aggregate.js'
import type { Position } from '../kernel/envelope.js'
import type { DomainEvent } from '../kernel/event-catalogue.js'
import type { Rejection } from '../kernel/rejection.js'
import type { DeclaredName } from '../kernel/reserved-name.js'
import type { CommandContext } from './command-context.js'
import type { Loaded } from './stream-states.js'

export { type Loaded, STREAM_ABANDONED } from './stream-states.js'

/** What a command led to; no position where it had nothing to do. */
export interface Executed<State> extends Loaded<State> {
  readonly position: Position | undefined
  /** True where an earlier try had written it: the state may hold what others have written since. */
  readonly repeated?: true
}

/** Brings a command to the one stream whose names are reserved. */
export type ExecuteReserved<C, S> = (command: C, context: CommandContext) => Promise<E.Either<Rejection, Executed<S>>>

/** Loads aggregates and brings commands to them. */
export interface AggregateRepository {
  /**
   * Loads, decides, takes the unique names that the decision adds, appends with the exact revision and waits until the read model shows
   * it. Names that it drops are given back beside the answer: whoever asks for one meanwhile waits for that.
   *
   * A conflict that is not the caller's is decided anew a bounded number of times; an unknown outcome is tried again with the same ids.
   * A refusal, and having nothing to do, are said only of what the store has now.
   * Rejections: the decider's own; those that the aggregate's names declare; `Conflict` when the stream stays contended or was abandoned;
   * `TooLarge`; `Unavailable`.
   */
  readonly execute: <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    id: string | number,
    command: C,
    context: CommandContext,
  ) => Promise<E.Either<Rejection, Executed<S>>>
  /**
   * Takes names before the work that leads to a command on the stream, so that whoever comes second is refused before anything else is
   * done. What the state does not hold after the work is given back.
   * Rejections: those that the names declare; `Unavailable`; the work's own.
   */
  readonly reserve: <C, Ev extends DomainEvent, S, A>(
    aggregate: Aggregate<C, Ev, S>,
    id: string | number,
    names: ReadonlyArray<DeclaredName>,
    context: CommandContext,
    work: (execute: ExecuteReserved<C, S>) => Promise<E.Either<Rejection, A>>,
  ) => Promise<E.Either<Rejection, A>>
  /**
   * Begins a stream under the next number of a counter, with the names that it is to have: number and names are asked for side by side,
   * then comes the work that leads to the first command. What the state does not hold after the work is given back. The work is done
   * again, for another number, where the stream was abandoned before it began.
   * Rejections: those that the names declare; `Unavailable`; the work's own.
   */
  readonly create: <C, Ev extends DomainEvent, S, A>(
    aggregate: Aggregate<C, Ev, S>,
    counter: string,
    names: ReadonlyArray<DeclaredName>,
    context: CommandContext,
    work: (id: number, execute: ExecuteReserved<C, S>) => Promise<E.Either<Rejection, A>>,
  ) => Promise<E.Either<Rejection, A>>
  /** The state as the store has it now. Rejections: `Unavailable`. */
  readonly load: <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    id: string | number,
  ) => Promise<E.Either<Rejection, Loaded<S>>>
  /** The state as it is remembered here, which may be old, else as `load`: for commands that say what they were made of. Rejections: `Unavailable`. */
  readonly recall: <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    id: string | number,
  ) => Promise<E.Either<Rejection, Loaded<S>>>
  /** Resolves when the names that were dropped so far are given back, or cannot be. */
  readonly namesReleased: () => Promise<void>
}
