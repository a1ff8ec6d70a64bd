import * as E from 'fp-ts/lib/Either.js'
import {
  type Aggregate,
  conflict,
  type DeclarationFacts,
  type DeclaredName,
  type DomainEvent,
  idOf,
  nameKey,
  namesBesides,
  type Rejection,
  type Revision,
  type StreamName,
} from '../kernel/index.js'
import { makeClaimWithRetry } from './claim-with-retry.js'
import type { CommandContext } from './command-context.js'
import { holderFinder } from './holder-finder.js'
import {
  combinedRefusal,
  type DroppedName,
  type EarlyReservations,
  type NameChange,
  type ReservedForCommand,
} from './name-change.js'
import type { Load, NameDeclaration } from './name-declaration.js'
import type { Pause } from './periodic.js'
import type { Reservations } from './reservations.js'
import { HOLDER_BEING_CREATED, NAME_BEING_RELEASED, type RetryPolicy } from './retry.js'

/** What the keeping of declared names stands on. */
export interface DeclaredNamesOptions {
  readonly reservations: Pick<Reservations, 'claim' | 'takeIfFree' | 'transfer' | 'release' | 'fencingTokenOf'>
  readonly load: Load
  /** Every aggregate that declares names: a holder may be of another category than whoever wants its name. */
  readonly declarations: ReadonlyArray<NameDeclaration>
  readonly open: DeclarationFacts['open']
  readonly pause: Pause
}

/** Keeps the names that aggregates declare reserved as their states come and go. */
export interface DeclaredNames {
  /** Undefined for an aggregate that declares none. */
  readonly begin: <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    stream: StreamName,
    context: CommandContext,
  ) => NameChange<S> | undefined
  /** Takes what is free of these names for the stream that will likely be the thing's, all at once; nothing where none is likely. */
  readonly claimEarly: (
    names: ReadonlyArray<DeclaredName>,
    likely: StreamName | undefined,
    context: CommandContext,
  ) => Promise<EarlyReservations>
}

/** Takes and gives back the unique names that aggregates declare. */
export const makeDeclaredNames = (options: DeclaredNamesOptions): DeclaredNames => {
  const { reservations, load, open, pause } = options
  const declarations = new Map(options.declarations.map((one) => [one.category, one]))

  const claimWithRetry = makeClaimWithRetry(reservations, holderFinder(load, declarations, open), pause)

  const begin = <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    stream: StreamName,
    context: CommandContext,
  ): NameChange<S> | undefined => {
    const { names } = aggregate
    if (names === undefined) return undefined
    if (!declarations.has(aggregate.category)) throw new Error(`${aggregate.category} declares names and is not listed`)
    const facts: DeclarationFacts = { id: idOf(stream), open }
    const claims = new Map<string, ReservedForCommand>()
    let dropped: ReadonlyArray<DroppedName> = []

    const claimOne = async (
      name: DeclaredName,
      at: Revision | undefined,
      untilCreated: RetryPolicy | undefined,
    ): Promise<E.Either<Rejection, void>> => {
      const done = await claimWithRetry(name, stream, context, untilCreated)
      if (E.isLeft(done)) return done
      if (done.right.kind === 'taken') return E.left(name.refusal?.(done.right.holderReference) ?? conflict())
      const { fencingToken, firstToken } = done.right
      const before = claims.get(nameKey(name))
      const ours = firstToken === fencingToken || (before?.ours === true && before.fencingToken === fencingToken - 1)
      claims.set(nameKey(name), { name, fencingToken, ours, at })
      return E.right(undefined)
    }

    /** Makes an early claim the stream's own, whichever it was made for. */
    const transfer = async (
      name: DeclaredName,
      early: EarlyReservations,
      at: Revision | undefined,
    ): Promise<E.Either<Rejection, void>> => {
      const taken = early.fencingTokens.get(nameKey(name))
      if (taken === undefined || early.stream === undefined) return E.right(undefined)
      const isOurs = early.stream === stream
      // In doubt, a claim for this very stream settles it; of another nobody may take the name away.
      if (E.isLeft(taken)) return isOurs ? E.right(undefined) : taken
      if (taken.right === undefined) return E.right(undefined)
      const from = { stream: early.stream, fencingToken: taken.right }
      const own = isOurs ? taken : await reservations.transfer(name, from, stream, context)
      if (E.isLeft(own)) return own
      if (own.right !== undefined) claims.set(nameKey(name), { name, fencingToken: own.right, ours: true, at })
      return E.right(undefined)
    }

    const claim: NameChange<S>['claim'] = async (wanted, at, early) => {
      if (early !== undefined) {
        const passed = await Promise.all(wanted.map((name) => transfer(name, early, at)))
        const refused = passed.find(E.isLeft)
        if (refused !== undefined) return refused
      }
      let refusal: Rejection | undefined
      for (const [index, name] of wanted.entries()) {
        const before = claims.get(nameKey(name))
        if (before !== undefined && before.at === at) continue
        // Who holds nothing keeps nobody waiting: it may wait until the holder has come, and name it.
        const later = index > 0 && refusal === undefined ? NAME_BEING_RELEASED : undefined
        const claimed = await claimOne(name, at, claims.size === 0 ? HOLDER_BEING_CREATED : later)
        if (E.isRight(claimed)) continue
        if (claimed.left.kind === 'Unavailable') return claimed
        refusal = combinedRefusal(refusal, claimed.left)
        if (refusal.kind !== 'Invalid') break
      }
      return refusal === undefined ? E.right(undefined) : E.left(refusal)
    }

    /** The fencing tokens of the names that the command drops: asked for before it does, so that a later holding is not released. */
    const note = async (leaving: ReadonlyArray<DeclaredName>): Promise<E.Either<Rejection, void>> => {
      const noted: Array<DroppedName> = []
      const fencingTokens = await Promise.all(leaving.map((name) => reservations.fencingTokenOf(name, stream)))
      for (const [index, name] of leaving.entries()) {
        const fencingToken = fencingTokens[index]
        if (fencingToken === undefined || E.isLeft(fencingToken)) return fencingToken ?? E.left(conflict())
        if (fencingToken.right !== undefined) noted.push({ name, fencingToken: fencingToken.right })
      }
      dropped = noted
      return E.right(undefined)
    }

    return {
      claim,
      prepare: async ({ state, revision }, after) => {
        const [borne, wanted] = [names(state, facts), names(after, facts)]
        dropped = []
        const [claimed, noted] = await Promise.all([
          claim(namesBesides(wanted, borne), revision),
          note(namesBesides(borne, wanted)),
        ])
        return E.isLeft(claimed) ? claimed : noted
      },
      settle: async (state) => {
        const vain = [...claims.values()].filter(({ ours }) => ours)
        if (vain.length === 0 && dropped.length === 0) return
        const kept = new Set(names(state, facts).map(nameKey))
        const free = [...vain, ...dropped].filter(({ name }) => !kept.has(nameKey(name)))
        claims.clear()
        dropped = []
        // What cannot be given back now is taken over by whoever asks for it after the grace period.
        await Promise.all(
          free.map(({ name, fencingToken }) => reservations.release(name, stream, context, fencingToken)),
        )
      },
    }
  }

  const claimEarly: DeclaredNames['claimEarly'] = async (wanted, likely, context) => {
    const fencingTokens = new Map<string, E.Either<Rejection, number | undefined>>()
    const early = async (name: DeclaredName, stream: StreamName): Promise<void> => {
      fencingTokens.set(nameKey(name), await reservations.takeIfFree(name, stream, context))
    }
    if (likely !== undefined) await Promise.all(wanted.map((name) => early(name, likely)))
    const release = async (): Promise<void> => {
      await Promise.all(
        wanted.map(async (name) => {
          const taken = fencingTokens.get(nameKey(name))
          if (likely === undefined || taken === undefined || E.isLeft(taken) || taken.right === undefined) return
          await reservations.release(name, likely, context, taken.right)
        }),
      )
    }
    return { stream: likely, fencingTokens, release }
  }
  return { begin, claimEarly }
}
