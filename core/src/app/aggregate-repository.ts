import type * as E from 'fp-ts/lib/Either.js'
import type { Aggregate } from '../kernel/aggregate.js'
import type { Position } from '../kernel/envelope.js'
import type { DomainEvent } from '../kernel/event-catalogue.js'
import type { Rejection } from '../kernel/rejection.js'
import type { DeclaredName } from '../kernel/reserved-name.js'
import type { CommandContext } from './command-context.js'
import type { Loaded } from './stream-states.js'

export { type Loaded, STREAM_ABANDONED } from './stream-states.js'

/** The outcome of a command; no position where it changed nothing. */
export interface Executed<State> extends Loaded<State> {
  readonly position: Position | undefined
  /** True where an earlier attempt had written the events: the state may then include later events of others. */
  readonly repeated?: true
}

/** Executes a command on the one stream whose names are reserved. */
export type ExecuteReserved<C, S> = (command: C, context: CommandContext) => Promise<E.Either<Rejection, Executed<S>>>

/** Loads aggregates and executes commands on them. */
export interface AggregateRepository {
  /**
   * Loads, decides, claims the unique names that the decision adds, appends with the exact revision and waits until the read model shows it.
   * Names that the decision drops are released in the background; a later claim of such a name waits for the release.
   *
   * After a conflict with another writer it decides again, a bounded number of times. An append whose outcome is unknown is repeated with the
   * same ids. A refusal, or a decision without events, is returned only when it was made on the present state of the store.
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
   * Claims names before the work that leads to a command on the stream, so that of two requests for one name the second is refused before it
   * has done anything. Names that the state does not have after the work are released.
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
   * Begins a stream under the next number of a counter, with unique names. The number and the names are requested at the same time, then the
   * work runs that leads to the first command. Names that the state does not have after the work are released. The work is repeated with
   * another number where the stream was abandoned before it began.
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
  /**
   * The state as this process has it cached, which may be old, or else as `load`: for commands that name the state they were made from.
   * Rejections: `Unavailable`.
   */
  readonly recall: <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    id: string | number,
  ) => Promise<E.Either<Rejection, Loaded<S>>>
  /** Resolves when the names dropped so far have been released, or their release has failed. */
  readonly namesReleased: () => Promise<void>
}
