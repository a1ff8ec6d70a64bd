import * as E from 'fp-ts/lib/Either.js'
import {
  type Aggregate,
  type DeclarationFacts,
  type DeclaredName,
  type DomainEvent,
  idOf,
  nameKey,
  type Rejection,
  type StreamName,
} from '../kernel/index.js'
import { makeClaimWithRetry } from './claim-with-retry.js'
import type { CommandContext } from './command-context.js'
import { CommandNames } from './command-names.js'
import { holderFinder } from './holder-finder.js'
import type { NameChange, PendingReservations } from './name-change.js'
import type { Load, NameDeclaration } from './name-declaration.js'
import type { Pause } from './periodic.js'
import type { Reservations } from './reservations.js'

/** What keeps declared names reserved: the reservations, and how the state of a holder is read. */
export interface DeclaredNamesOptions {
  readonly reservations: Pick<Reservations, 'claim' | 'takeIfFree' | 'transfer' | 'release' | 'fencingTokenOf'>
  readonly load: Load
  /** Every aggregate that declares names: the holder of a name may be of another category than the stream that wants it. */
  readonly declarations: ReadonlyArray<NameDeclaration>
  readonly open: DeclarationFacts['open']
  readonly pause: Pause
}

/** Reserves the names that aggregates declare, and releases those that their states no longer have. */
export interface DeclaredNames {
  /** Undefined for an aggregate that declares none. */
  readonly begin: <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    stream: StreamName,
    context: CommandContext,
  ) => NameChange<S> | undefined
  /** Claims those of the names that are free, at the same time, for the stream that the aggregate will probably have; nothing where the stream cannot be guessed. */
  readonly claimEarly: (
    names: ReadonlyArray<DeclaredName>,
    likely: StreamName | undefined,
    context: CommandContext,
  ) => Promise<PendingReservations>
}

/**
 * Makes the keeper of declared names.
 *
 * @example
 * import { pause } from '@forgefold/adapters/clock'
 * const reservations = { takeIfFree: async () => ({ _tag: 'Right', right: 1 }) }
 * const names = makeDeclaredNames({ reservations, load: async () => undefined, declarations: [], open: () => undefined, pause })
 * const claimed = await names.claimEarly([{ kind: 'path', name: 'acme' }], 'group-1', {})
 * assert.deepEqual([...claimed.fencingTokens.values()], [{ _tag: 'Right', right: 1 }])
 */
export const makeDeclaredNames = (options: DeclaredNamesOptions): DeclaredNames => {
  const { reservations, load, open, pause } = options
  const declarations = new Map(options.declarations.map((one) => [one.category, one]))

  const claimWithRetry = makeClaimWithRetry(reservations, holderFinder(load, declarations, open), pause)

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

  const begin = <C, Ev extends DomainEvent, S>(
    aggregate: Aggregate<C, Ev, S>,
    stream: StreamName,
    context: CommandContext,
  ): NameChange<S> | undefined => {
    const { names } = aggregate
    if (names === undefined) return undefined
    if (!declarations.has(aggregate.category)) throw new Error(`${aggregate.category} declares names and is not listed`)
    const facts: DeclarationFacts = { id: idOf(stream), open }
    const namesOf = (state: S): ReadonlyArray<DeclaredName> => names(state, facts)
    return new CommandNames({ reservations, claimWithRetry, claimEarly, names: namesOf, stream, context })
  }

  return { begin, claimEarly }
}
