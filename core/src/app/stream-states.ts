import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate } from '../kernel/aggregate.js'
import type { Revision, StoredEvent, StreamName } from '../kernel/envelope.js'
import type { DomainEvent } from '../kernel/event-catalogue.js'
import type { Rejection } from '../kernel/rejection.js'
import { conflict, unavailable } from '../kernel/rejection.js'
import type { EventStore } from '../ports/event-store.js'
import type { Snapshots } from '../ports/snapshots.js'
import { RecencyCache } from './recency-cache.js'

/** A state with the revision it was folded up to; undefined where the stream does not exist. */
export interface Loaded<State> {
  readonly state: State
  readonly revision: Revision | undefined
}

/** Written to a stream whose holder never came to exist: an attempt to begin that stream is then refused. */
export const STREAM_ABANDONED = 'StreamAbandoned'

/** The states of streams: cached, stored as snapshots, and brought up to date from the store. */
export interface StreamStates {
  /** The cached state of this process, which may be out of date. */
  readonly remembered: <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    stream: StreamName,
  ) => Loaded<S> | undefined
  /** As the store has it now. Rejections: `Unavailable`; `Conflict` where the stream was abandoned. */
  readonly fresh: <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    stream: StreamName,
  ) => Promise<E.Either<Rejection, Loaded<S>>>
  /** The cached state of this process, else as `fresh`. */
  readonly recall: StreamStates['fresh']
  /** Caches a state that was just written; a promise only while a snapshot of it is stored. */
  readonly remember: <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    stream: StreamName,
    loaded: Loaded<S>,
  ) => Promise<void> | undefined
  readonly forget: (stream: StreamName) => void
}

const PAGE = 1000
/** How many events follow a snapshot before the next one. They have to be folded at each load; a snapshot costs about as much as an append. */
const SNAPSHOT_EVERY = 25

/** Folds stored events; refuses abandoned streams and events that cannot be decoded. */
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

interface Entry {
  readonly loaded: Loaded<unknown>
  /** The revision of the newest snapshot, as far as this process knows; -1 for none. */
  readonly snapshotAt: number
}

export const makeStreamStates = (
  store: EventStore,
  snapshots: Snapshots | undefined,
  capacity: number,
): StreamStates => {
  const entries = new RecencyCache<StreamName, Entry>(capacity)

  /** A snapshot saves time and is never required: where it cannot be read, the history is. */
  const restore = async <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    stream: StreamName,
  ): Promise<Loaded<S>> => {
    const nothing: Loaded<S> = { state: aggregate.initial, revision: undefined }
    if (aggregate.snapshot === undefined || snapshots === undefined) return nothing
    const saved = await snapshots.load(stream).catch(() => undefined)
    if (saved?.stateVersion !== aggregate.stateVersion) return nothing
    const decoded = aggregate.snapshot.decode(saved.state)
    return E.isRight(decoded) ? { state: decoded.right, revision: saved.revision } : nothing
  }

  const keep = <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    stream: StreamName,
    loaded: Loaded<S>,
    snapshotAt: number,
  ): Promise<void> | undefined => {
    const revision = loaded.revision ?? -1
    // A slower reader must not replace a newer state with an older one.
    if ((entries.get(stream)?.loaded.revision ?? -1) > revision) return undefined
    const due = aggregate.snapshot !== undefined && snapshots !== undefined && revision - snapshotAt >= SNAPSHOT_EVERY
    entries.set(stream, { loaded, snapshotAt: due ? revision : snapshotAt })
    if (!due || loaded.revision === undefined) return undefined
    const state = aggregate.snapshot.encode(loaded.state)
    const snapshot = { stateVersion: aggregate.stateVersion, revision: loaded.revision, state }
    return snapshots.save(stream, snapshot).catch(() => undefined)
  }

  /** Folds the events that the store has beyond a state. */
  const readOn = async <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    stream: StreamName,
    known: Loaded<S>,
  ): Promise<E.Either<Rejection, Loaded<S>>> => {
    let { state, revision } = known
    for (;;) {
      const next = (revision === undefined ? 0 : revision + 1) as Revision
      const slice = await store.readStream(stream, { from: next, limit: PAGE })
      if (slice.kind === 'Unavailable') return E.left(unavailable(slice.reason))
      if (slice.kind === 'StreamNotFound') return E.right({ state: aggregate.initial, revision: undefined })
      const folded = foldOn(aggregate, state, slice.events)
      if (E.isLeft(folded)) return folded
      state = folded.right
      revision = slice.events.at(-1)?.revision ?? revision
      if (slice.events.length === 0 || (revision ?? -1) >= slice.head) return E.right({ state, revision })
    }
  }

  const fresh = async <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    stream: StreamName,
  ): Promise<E.Either<Rejection, Loaded<S>>> => {
    const entry = entries.get(stream)
    const from = (entry?.loaded as Loaded<S> | undefined) ?? (await restore(aggregate, stream))
    const read = await readOn(aggregate, stream, from)
    if (E.isLeft(read)) return read
    const loaded = read.right
    if (loaded.revision === undefined) return read
    await keep(aggregate, stream, loaded, entry?.snapshotAt ?? from.revision ?? -1)
    return read
  }

  const remembered = <C, Ev extends DomainEvent, S>(_: Aggregate<C, Ev, S>, stream: StreamName) =>
    entries.get(stream)?.loaded as Loaded<S> | undefined

  return {
    remembered,
    fresh,
    recall: async (aggregate, stream) => {
      const known = remembered(aggregate, stream)
      return known === undefined ? fresh(aggregate, stream) : E.right(known)
    },
    remember: (aggregate, stream, loaded) => keep(aggregate, stream, loaded, entries.get(stream)?.snapshotAt ?? -1),
    forget: (stream) => entries.delete(stream),
  }
}
