import * as E from 'fp-ts/lib/Either.js'
import {
  conflict,
  type Instant,
  idOf,
  millisecondsOf,
  nameKey,
  type Rejection,
  type ReservedName,
  type StreamName,
  streamOf,
  unavailable,
} from '../kernel/index.js'
import type { Ids, Secrets } from '../ports/clock-and-ids.js'
import type { EventStore } from '../ports/event-store.js'
import { abandonStream, beginningOf, type StreamBeginning } from './abandon-stream.js'
import type { AggregateRepository, Executed } from './aggregate-repository.js'
import type { CommandContext } from './command-context.js'
import { type Reservation, type ReservationCommand, reservation } from './reservation.js'
import type { Claimed, FindHolder, HolderFacts, Reservations } from './reservations.js'
import { retriedWithoutPause } from './retry.js'
import type { StreamStates } from './stream-states.js'

/**
 * The stream of a name's reservation, which is named by a keyed digest: the name itself is not stored.
 *
 * @example
 * const secrets = { keyedDigest: (text) => `digest-of-${text.length}` }
 * assert.match(reservationStream(secrets, { kind: 'path', name: 'acme' }), /digest-of-9$/)
 */
export const reservationStream = (secrets: Pick<Secrets, 'keyedDigest'>, name: ReservedName): StreamName =>
  streamOf(reservation, secrets.keyedDigest(nameKey(name)))

/** How long a holder may take to be created before its name can be taken over. */
export const CREATION_GRACE_MS = 30_000

/** How often a claim is repeated where the name changes hands meanwhile. */
const ATTEMPTS = 5

const IN_DOUBT = unavailable('the name was taken, and it is not known whether it changed hands since')

const take = (holder: StreamName, at: Instant, mode: 'renew' | 'free' | undefined): ReservationCommand =>
  mode === undefined ? { type: 'Take', holder, at } : { type: 'Take', holder, at, mode }

type Taken = Extract<Claimed, { readonly kind: 'taken' }>

const existenceFrom = (beginning: StreamBeginning): HolderFacts['existence'] =>
  beginning === 'begun' ? 'exists' : beginning

const held = ({ fencingToken, firstToken }: Reservation): Claimed => ({ kind: 'held', fencingToken, firstToken })

const isLate = (since: Instant, context: CommandContext): boolean =>
  millisecondsOf(context.at) - millisecondsOf(since) >= CREATION_GRACE_MS

/**
 * Uniqueness kept in the event store itself, for every store and any number of processes.
 *
 * A crash between taking a name and creating its holder must not block the name for ever. After the grace period another claim can fence the
 * missing holder off (its stream is begun as abandoned, so a late creator is refused) and take the name over.
 *
 * @example
 * import { pause } from '@forgefold/adapters/clock'
 * import { makeIds } from '@forgefold/adapters/crypto'
 * import { makeMemoryEventStore } from '@forgefold/adapters/memory'
 * import { makeAggregateRepository } from '@forgefold/core'
 * const [store, ids] = [makeMemoryEventStore(), makeIds()]
 * const aggregates = makeAggregateRepository({ store, pause, reached: async () => true })
 * const reservations = makeReservations(store, aggregates, { keyedDigest: (text) => `digest-of-${text.length}` }, ids)
 * const context = { id: ids.commandId(), at: '2024-03-01T09:00:00.000Z', actor: 'user:7', correlationId: 'one' }
 * const name = { kind: 'path', name: 'acme' }
 * await reservations.take(name, 'group-1', context)
 * assert.equal((await reservations.holder(name)).right, 'group-1')
 * assert.equal((await reservations.take(name, 'group-2', context)).left.kind, 'Conflict')
 */
export const makeReservations = (
  store: EventStore,
  aggregates: Pick<AggregateRepository, 'execute' | 'load'> & Partial<Pick<StreamStates, 'remembered'>>,
  secrets: Pick<Secrets, 'keyedDigest'>,
  ids: Ids,
): Reservations => {
  const streamId = (name: ReservedName): string => idOf(reservationStream(secrets, name))
  const stateOf = async (name: ReservedName): Promise<E.Either<Rejection, Reservation>> =>
    E.map(({ state }: { readonly state: Reservation }) => state)(await aggregates.load(reservation, streamId(name)))
  // Each reservation is a command of its own: two of one context must not share event ids.
  const own = (context: CommandContext): CommandContext => ({ ...context, id: ids.commandId() })

  const existenceOf = async (holder: StreamName): Promise<HolderFacts['existence']> =>
    existenceFrom(await beginningOf(store, holder))

  /** Whether the holder is gone or has dropped the name for good; otherwise who has it. */
  const settle = async (
    name: ReservedName,
    holder: StreamName,
    isGraceOver: boolean,
    context: CommandContext,
    findHolder: FindHolder,
  ): Promise<E.Either<Rejection, Omit<Taken, 'fencingToken'> | 'free'>> => {
    const { existence, stillHoldsName, holderReference } = await findHolder(holder, name, isGraceOver)
    const now =
      existence === 'missing' && isGraceOver
        ? existenceFrom(await abandonStream(store, holder, own(context)))
        : existence
    if (now === 'unknown') return E.left(unavailable('the holder of the name could not be read'))
    if (now === 'abandoned') return E.right('free')
    // A holder whose stream is missing is being created: the refusal has nothing to name yet.
    if (existence === 'missing')
      return E.right({ kind: 'taken', stillHoldsName: true, isBeingCreated: true, holderReference: undefined })
    return E.right(
      isGraceOver && !stillHoldsName
        ? 'free'
        : { kind: 'taken', stillHoldsName, isBeingCreated: false, holderReference },
    )
  }

  /** Undefined where the name changed hands meanwhile, and the claim has to be repeated. */
  const claimOnce = async (
    name: ReservedName,
    holder: StreamName,
    context: CommandContext,
    findHolder: FindHolder,
    mode: 'renew' | undefined,
  ): Promise<E.Either<Rejection, Claimed> | undefined> => {
    const { at } = context
    const claimed = (done: E.Either<Rejection, Executed<Reservation>>) => {
      if (E.isLeft(done)) return done.left.kind === 'Conflict' ? undefined : done
      return done.right.state.holder === holder ? E.right(held(done.right.state)) : undefined
    }
    const id = streamId(name)
    const taken = claimed(await aggregates.execute(reservation, id, take(holder, at, mode), own(context)))
    if (taken !== undefined) return taken
    const current = await stateOf(name)
    if (E.isLeft(current)) return current
    const { holder: from, since, fencingToken } = current.right
    if (from === undefined || since === undefined || from === holder) return undefined
    const settled = await settle(name, from, isLate(since, context), context, findHolder)
    if (E.isLeft(settled)) return settled
    if (settled.right !== 'free') return E.right({ ...settled.right, fencingToken })
    const command = { type: 'TakeOver', from, fencingToken, holder, at } as const
    return claimed(await aggregates.execute(reservation, id, command, own(context)))
  }

  const claim = async (
    name: ReservedName,
    holder: StreamName,
    context: CommandContext,
    findHolder: FindHolder,
    mode: 'renew' | undefined,
  ): Promise<E.Either<Rejection, Claimed>> => {
    const claimed = await retriedWithoutPause(ATTEMPTS, () => claimOnce(name, holder, context, findHolder, mode))
    return claimed ?? E.left(conflict())
  }

  return {
    take: async (name, holder, context, stillHoldsName = async () => true) => {
      const findHolder: FindHolder = async (from, wanted, isGraceOver) => {
        const existence = await existenceOf(from)
        return {
          existence,
          stillHoldsName: existence !== 'exists' || !isGraceOver || (await stillHoldsName(from, wanted)),
        }
      }
      const claimed = await claim(name, holder, context, findHolder, undefined)
      if (E.isLeft(claimed)) return claimed
      return claimed.right.kind === 'held' ? E.right(undefined) : E.left(conflict())
    },
    claim: (name, holder, context, findHolder) => claim(name, holder, context, findHolder, 'renew'),
    takeIfFree: async (name, likely, context) => {
      const command = take(likely, context.at, 'free')
      const taken = await aggregates.execute(reservation, streamId(name), command, own(context))
      if (E.isLeft(taken)) return taken.left.kind === 'Conflict' ? E.right(undefined) : taken
      return taken.right.repeated === true ? E.left(IN_DOUBT) : E.right(taken.right.state.fencingToken)
    },
    transfer: async (name, { stream: from, fencingToken }, holder, context) => {
      const command = { type: 'TakeOver', from, fencingToken, holder, at: context.at } as const
      const passed = await aggregates.execute(reservation, streamId(name), command, own(context))
      if (E.isLeft(passed)) return passed.left.kind === 'Conflict' ? E.right(undefined) : passed
      return passed.right.repeated === true ? E.left(IN_DOUBT) : E.right(passed.right.state.fencingToken)
    },
    release: async (name, holder, context, fencingToken) => {
      const command =
        fencingToken === undefined
          ? ({ type: 'Release', holder } as const)
          : ({ type: 'Release', holder, fencingToken } as const)
      const done = await aggregates.execute(reservation, streamId(name), command, own(context))
      return E.isLeft(done) ? done : E.right(undefined)
    },
    holder: async (name) => E.map((state: Reservation) => state.holder)(await stateOf(name)),
    fencingTokenOf: async (name, holder) => {
      // The cached state may be old, but is never ahead of the store; under a token that has become void nothing is released.
      const supposed = aggregates.remembered?.(reservation, reservationStream(secrets, name))?.state
      if (supposed?.holder === holder) return E.right(supposed.fencingToken)
      return E.map((state: Reservation) => (state.holder === holder ? state.fencingToken : undefined))(
        await stateOf(name),
      )
    },
  }
}
