import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate } from '../kernel/aggregate.js'
import { streamOf } from '../kernel/aggregate.js'
import type { NewEvent, Position, Revision, StoredEvent, StreamName } from '../kernel/envelope.js'
import type { DomainEvent } from '../kernel/event-catalogue.js'
import type { Rejection } from '../kernel/rejection.js'
import { conflict, tooLarge, unavailable } from '../kernel/rejection.js'
import type { EventStore } from '../ports/event-store.js'
import type { Snapshots } from '../ports/snapshots.js'
import { type CommandContext, eventIdOf, metadataOf } from './command-context.js'
import { RecencyCache } from './recency-cache.js'

/** A state with the revision it was folded up to; undefined where the stream does not exist. */
export interface Loaded<State> {
  readonly state: State
  readonly revision: Revision | undefined
}

/** What a command led to; no position where it had nothing to do. */
export interface Executed<State> extends Loaded<State> {
  readonly position: Position | undefined
}

/** Written where a name's holder never came to exist: whoever still tries to begin that stream is refused. */
export const STREAM_ABANDONED = 'StreamAbandoned'

export interface AggregateRepository {
  /**
   * Loads, decides, appends with the exact revision, and waits until the read model shows it.
   *
   * A conflict that is not the caller's is decided anew a bounded number of times; an unknown outcome is tried again with the same ids.
   * Rejections: the decider's own; `Conflict` when the stream stays contended; `TooLarge`; `Unavailable`.
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
const PAGE = 1000
const SNAPSHOT_EVERY = 500

export const makeAggregateRepository = (options: RepositoryOptions): AggregateRepository => {
  const { store, reached, snapshots, pause } = options
  const cache = new RecencyCache<StreamName, unknown>(options.cachedStates ?? 10_000)
  const queues = new Map<StreamName, Promise<unknown>>()

  /** One command at a time on a stream in this process: others would only conflict. */
  const inTurn = <A>(stream: StreamName, work: () => Promise<A>): Promise<A> => {
    const before = queues.get(stream)
    const run = before === undefined ? work() : before.then(work, work)
    queues.set(stream, run)
    const done = (): void => {
      if (queues.get(stream) === run) queues.delete(stream)
    }
    run.then(done, done)
    return run
  }

  const restore = async <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    stream: StreamName,
  ): Promise<Loaded<S>> => {
    if (aggregate.snapshot === undefined || snapshots === undefined)
      return { state: aggregate.initial, revision: undefined }
    const saved = await snapshots.load(stream)
    if (saved?.stateVersion === aggregate.stateVersion) {
      const decoded = aggregate.snapshot.decode(saved.state)
      if (E.isRight(decoded)) return { state: decoded.right, revision: saved.revision }
    }
    return { state: aggregate.initial, revision: undefined }
  }

  const foldOn = <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    from: S,
    events: ReadonlyArray<StoredEvent>,
  ): E.Either<Rejection, S> => {
    let state = from
    for (const stored of events) {
      if (stored.type === STREAM_ABANDONED) return E.left(conflict())
      const decoded = aggregate.events.decode(stored)
      if (E.isLeft(decoded)) return E.left(unavailable(`undecodable event at position ${stored.position}`))
      state = aggregate.evolve(state, decoded.right)
    }
    return E.right(state)
  }

  const refresh = async <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    stream: StreamName,
    known: Loaded<S>,
  ): Promise<E.Either<Rejection, Loaded<S>>> => {
    let { state, revision } = known
    let read = 0
    for (;;) {
      const from = (revision === undefined ? 0 : revision + 1) as Revision
      const slice = await store.readStream(stream, { from, limit: PAGE })
      if (slice.kind === 'Unavailable') return E.left(unavailable(slice.reason))
      if (slice.kind === 'StreamNotFound') return E.right({ state: aggregate.initial, revision: undefined })
      const folded = foldOn(aggregate, state, slice.events)
      if (E.isLeft(folded)) return folded
      state = folded.right
      read += slice.events.length
      revision = slice.events.at(-1)?.revision ?? revision
      if (slice.events.length < PAGE) break
    }
    const loaded: Loaded<S> = { state, revision }
    cache.set(stream, loaded)
    if (aggregate.snapshot !== undefined && snapshots !== undefined && revision !== undefined && read >= SNAPSHOT_EVERY)
      await snapshots.save(stream, {
        stateVersion: aggregate.stateVersion,
        revision,
        state: aggregate.snapshot.encode(state),
      })
    return E.right(loaded)
  }

  const loadFresh = async <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    stream: StreamName,
  ): Promise<E.Either<Rejection, Loaded<S>>> => {
    const known = (cache.get(stream) as Loaded<S> | undefined) ?? (await restore(aggregate, stream))
    return refresh(aggregate, stream, known)
  }

  const encode = <Ev extends DomainEvent>(
    aggregate: { readonly events: { readonly encode: Aggregate<never, Ev, unknown>['events']['encode'] } },
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

  const visible = async <S>(executed: Executed<S>): Promise<E.Either<Rejection, Executed<S>>> => {
    if (executed.position === undefined || (await reached(executed.position))) return E.right(executed)
    return E.left(unavailable('the write is stored but not visible yet', executed.position))
  }

  const attempt = async <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    stream: StreamName,
    command: C,
    context: CommandContext,
  ): Promise<E.Either<Rejection, Executed<S>>> => {
    const decide = aggregate.decide(command)
    let cached = cache.get(stream) as Loaded<S> | undefined
    let unknown = 0
    for (let conflicts = 0; conflicts < CONFLICT_ATTEMPTS; conflicts++) {
      let fresh = cached === undefined
      const loaded = cached === undefined ? await loadFresh(aggregate, stream) : E.right(cached)
      if (E.isLeft(loaded)) return loaded
      let { state, revision } = loaded.right
      let decided = decide(state)
      if (E.isLeft(decided) && !fresh) {
        // Another process may have written since this state was cached: refuse only on what the store says.
        const again = await loadFresh(aggregate, stream)
        if (E.isLeft(again)) return again
        fresh = true
        state = again.right.state
        revision = again.right.revision
        decided = decide(state)
      }
      if (E.isLeft(decided)) return decided
      if (decided.right.length === 0) return E.right({ state, revision, position: undefined })
      const events = encode(aggregate, decided.right, context)
      let outcome = await store.append(stream, events, revision ?? 'noStream')
      while (outcome.kind === 'OutcomeUnknown' && unknown++ < UNKNOWN_ATTEMPTS) {
        await pause(20 * 2 ** unknown)
        outcome = await store.append(stream, events, revision ?? 'noStream')
      }
      switch (outcome.kind) {
        case 'Appended': {
          let next = state
          for (const event of decided.right) next = aggregate.evolve(next, event)
          cache.set(stream, { state: next, revision: outcome.revision })
          return E.right({ state: next, revision: outcome.revision, position: outcome.position })
        }
        case 'AlreadyAppended': {
          cache.delete(stream)
          const now = await loadFresh(aggregate, stream)
          if (E.isLeft(now)) return now
          return E.right({ ...now.right, position: outcome.position })
        }
        case 'Conflict': {
          const now = await loadFresh(aggregate, stream)
          if (E.isLeft(now)) return now
          cached = now.right
          if (conflicts > 2) await pause(2 ** Math.min(conflicts, 7))
          break
        }
        case 'TooLarge':
          return E.left(tooLarge)
        case 'OutcomeUnknown':
        case 'Unavailable':
          cache.delete(stream)
          return E.left(unavailable(outcome.reason))
      }
    }
    return E.left(conflict())
  }

  return {
    execute: async (aggregate, id, command, context) => {
      const stream = streamOf(aggregate, id)
      const executed = await inTurn(stream, () => attempt(aggregate, stream, command, context))
      return E.isLeft(executed) ? executed : visible(executed.right)
    },
    load: (aggregate, id) => loadFresh(aggregate, streamOf(aggregate, id)),
  }
}
