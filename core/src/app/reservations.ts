import * as E from 'fp-ts/lib/Either.js'
import {
  conflict,
  type Instant,
  millisecondsOf,
  type Rejection,
  type StreamName,
  unavailable,
} from '../kernel/index.js'
import type { EventStore } from '../ports/event-store.js'
import type { Ids, Secrets } from '../ports/world.js'
import { type AggregateRepository, STREAM_ABANDONED } from './aggregate-repository.js'
import { type CommandContext, eventIdOf, metadataOf } from './command-context.js'
import { reservation } from './reservation.js'

/** What a name is unique within: a kind ("username"), and the name with everything that scopes it. */
export interface ReservedName {
  readonly kind: string
  readonly name: string
}

/** Whether a stream's thing still goes by the name; true where that cannot be said. */
export type Bears = (holder: StreamName, name: ReservedName) => Promise<boolean>

/** Names that one stream at most may bear, on the event store itself. */
export interface Reservations {
  /**
   * Takes a name for a stream that is about to be created, or that exists.
   *
   * Taking it again for the same holder is no error. `bears` tells whether a holder that lives still goes by the name; one that does not
   * (its renaming or its release was cut short by a crash) loses it after the grace period. Rejections: `Conflict` where another holds it;
   * `Unavailable`.
   */
  readonly take: (
    name: ReservedName,
    holder: StreamName,
    context: CommandContext,
    bears?: Bears,
  ) => Promise<E.Either<Rejection, void>>
  /** Gives it back; no error where the holder does not hold it. */
  readonly release: (
    name: ReservedName,
    holder: StreamName,
    context: CommandContext,
  ) => Promise<E.Either<Rejection, void>>
  /** The stream that holds the name now. */
  readonly holder: (name: ReservedName) => Promise<E.Either<Rejection, StreamName | undefined>>
}

/** How long a holder may take to come to exist before its name may be taken over. */
export const CREATION_GRACE_MS = 30_000

/** How often a name may change hands while somebody asks for it. */
const ATTEMPTS = 5

/**
 * Uniqueness on the event store itself, for every store and any number of processes.
 *
 * A crash between taking a name and creating its holder must not block the name for ever: after the grace period another may fence the
 * missing holder off (its stream is begun as abandoned, so a late creator is refused) and take the name over.
 */
export const makeReservations = (
  store: EventStore,
  aggregates: AggregateRepository,
  secrets: Pick<Secrets, 'keyedDigest'>,
  ids: Ids,
): Reservations => {
  const streamId = (name: ReservedName): string => secrets.keyedDigest(`${name.kind}\0${name.name}`)
  const done = (result: E.Either<Rejection, unknown>): E.Either<Rejection, void> => E.map((): void => undefined)(result)
  // Each reservation is a command of its own: two made under one context must not share event ids.
  const own = (context: CommandContext): CommandContext => ({ ...context, id: ids.commandId() })

  type Life = 'lives' | 'abandoned' | 'missing' | 'unknown'

  const lifeOf = async (holder: StreamName): Promise<Life> => {
    const read = await store.readStream(holder, { limit: 1 })
    if (read.kind === 'StreamNotFound') return 'missing'
    if (read.kind === 'Unavailable') return 'unknown'
    return read.events[0]?.type === STREAM_ABANDONED ? 'abandoned' : 'lives'
  }

  /** Begins the stream of a missing holder as abandoned, so that it can never come to exist. */
  const fence = async (missing: StreamName, context: CommandContext): Promise<Life> => {
    const { id } = context
    const mark = { id: eventIdOf(id, 0), type: STREAM_ABANDONED, version: 1, data: {}, metadata: metadataOf(context) }
    const outcome = await store.append(missing, [mark], 'noStream')
    if (outcome.kind === 'Appended' || outcome.kind === 'AlreadyAppended') return 'abandoned'
    // Somebody began it first: the holder, or another who fences it off.
    return outcome.kind === 'Conflict' ? lifeOf(missing) : 'unknown'
  }

  /** Is the holder gone for good? One that is merely late is fenced off once its time is over. */
  const settle = async (holder: StreamName, since: Instant, context: CommandContext): Promise<Life> => {
    const life = await lifeOf(holder)
    if (life !== 'missing') return life
    return isLate(since, context) ? fence(holder, own(context)) : 'lives'
  }

  const isLate = (since: Instant, context: CommandContext): boolean =>
    millisecondsOf(context.at) - millisecondsOf(since) >= CREATION_GRACE_MS

  /** Undefined where the name changed hands meanwhile: the question is to be asked anew. */
  const takeOnce = async (
    name: ReservedName,
    holder: StreamName,
    context: CommandContext,
    bears: Bears | undefined,
  ): Promise<E.Either<Rejection, unknown> | undefined> => {
    const { at } = context
    const id = streamId(name)
    const taken = await aggregates.execute(reservation, id, { type: 'Take', holder, at }, own(context))
    if (E.isRight(taken) || taken.left.kind !== 'Conflict') return taken
    const current = await aggregates.load(reservation, id)
    if (E.isLeft(current)) return current
    const { holder: from, since } = current.right.state
    if (from === undefined || since === undefined) return undefined
    const life = await settle(from, since, context)
    if (life === 'unknown') return E.left(unavailable('the holder of the name could not be read'))
    if (life === 'lives') {
      const kept = bears === undefined || !isLate(since, context) || (await bears(from, name))
      if (kept) return taken
    }
    const over = await aggregates.execute(reservation, id, { type: 'TakeOver', from, holder, at }, own(context))
    return E.isLeft(over) && over.left.kind === 'Conflict' ? undefined : over
  }

  return {
    take: async (name, holder, context, bears) => {
      for (let tries = 0; tries < ATTEMPTS; tries++) {
        const taken = await takeOnce(name, holder, context, bears)
        if (taken !== undefined) return done(taken)
      }
      return E.left(conflict())
    },
    release: async (name, holder, context) =>
      done(await aggregates.execute(reservation, streamId(name), { type: 'Release', holder }, own(context))),
    holder: async (name) =>
      E.map((loaded: { readonly state: { readonly holder: StreamName | undefined } }) => loaded.state.holder)(
        await aggregates.load(reservation, streamId(name)),
      ),
  }
}
