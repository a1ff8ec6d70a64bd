import type * as E from 'fp-ts/lib/Either.js'
import type { Rejection, ReservedName, StreamName } from '../kernel/index.js'
import type { CommandContext } from './command-context.js'

/** Whether the aggregate of a stream still holds the name; true where that cannot be determined. */
export type StillHoldsName = (holder: StreamName, name: ReservedName) => Promise<boolean>

/** What became of the holder of a name, as somebody sees it who wants the name. */
export interface HolderFacts {
  readonly life: 'lives' | 'abandoned' | 'missing' | 'unknown'
  /** Whether the state of a holder that lives has the name. */
  readonly stillHoldsName: boolean
  /** What it tells others of itself. */
  readonly holderReference?: string | undefined
}

/** Looks at the holder of a name; `late` once the grace period of its taking is over. */
export type FindHolder = (holder: StreamName, name: ReservedName, late: boolean) => Promise<HolderFacts>

/** How a claim of a name ended: by which taking it is held, or who has it. */
export type Claimed =
  | { readonly kind: 'held'; readonly taking: number; readonly began: number }
  /** `stillHoldsName` is false of a holder that lives and whose state has no such name: it is about to take it, or gives it back. */
  | {
      readonly kind: 'taken'
      readonly stillHoldsName: boolean
      /** It does not exist yet: it comes soon, or never. */
      readonly isComing: boolean
      /** The taking by which it has the name. */
      readonly taking: number
      readonly holderReference: string | undefined
    }

/** Names that one stream at most may hold, on the event store itself. */
export interface Reservations {
  /**
   * Takes a name for a stream that is about to be created, or that exists.
   *
   * Taking it again for the same holder is no error. `stillHoldsName` tells whether a holder that lives still goes by the name; one that
   * does not loses it after the grace period. Rejections: `Conflict` where another holds it; `Unavailable`.
   */
  readonly take: (
    name: ReservedName,
    holder: StreamName,
    context: CommandContext,
    stillHoldsName?: StillHoldsName,
  ) => Promise<E.Either<Rejection, void>>
  /** Takes it anew even for a holder that has it, and tells by which taking. Rejections: `Conflict` where it stays contended; `Unavailable`. */
  readonly claim: (
    name: ReservedName,
    holder: StreamName,
    context: CommandContext,
    look: FindHolder,
  ) => Promise<E.Either<Rejection, Claimed>>
  /**
   * Takes a name that nobody has for a stream that may turn out to be another's, and tells by which taking; undefined where somebody has
   * it. The stream itself, if it claims the name, ends that taking: whoever took early only ever passes on or gives back that one taking.
   * Rejections: `Unavailable`, also where nobody can tell which taking it is.
   */
  readonly takeEarly: (
    name: ReservedName,
    likely: StreamName,
    context: CommandContext,
  ) => Promise<E.Either<Rejection, number | undefined>>
  /** Passes one taking on to the stream that it was meant for, and tells the new one; undefined where it has ended. Rejections: `Unavailable`. */
  readonly passOn: (
    name: ReservedName,
    from: { readonly stream: StreamName; readonly taking: number },
    holder: StreamName,
    context: CommandContext,
  ) => Promise<E.Either<Rejection, number | undefined>>
  /** Gives it back, only that taking where one is named; no error where the holder does not hold it. */
  readonly release: (
    name: ReservedName,
    holder: StreamName,
    context: CommandContext,
    taking?: number,
  ) => Promise<E.Either<Rejection, void>>
  /** The stream that holds the name now. */
  readonly holder: (name: ReservedName) => Promise<E.Either<Rejection, StreamName | undefined>>
  /**
   * The taking by which that stream holds the name, as far as this server knows: a later one may have followed, by another server. Undefined
   * where it does not hold it. Rejections: `Unavailable`.
   */
  readonly takingOf: (name: ReservedName, holder: StreamName) => Promise<E.Either<Rejection, number | undefined>>
}
