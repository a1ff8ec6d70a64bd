import type * as E from 'fp-ts/lib/Either.js'
import type { Rejection, ReservedName, StreamName } from '../kernel/index.js'
import type { CommandContext } from './command-context.js'

/** Whether the aggregate of a stream still holds the name; true where that cannot be determined. */
export type StillHoldsName = (holder: StreamName, name: ReservedName) => Promise<boolean>

/** What is known of the holder of a name when another stream wants it. */
export interface HolderFacts {
  readonly existence: 'exists' | 'abandoned' | 'missing' | 'unknown'
  /** Whether the state of a holder that exists has the name. */
  readonly stillHoldsName: boolean
  /** How refusals refer to it: an id or a path. */
  readonly holderReference?: string | undefined
}

/** Looks at the holder of a name; `isGraceOver` says whether the grace period since the name was taken has ended. */
export type FindHolder = (holder: StreamName, name: ReservedName, isGraceOver: boolean) => Promise<HolderFacts>

/** How a claim ended: the fencing token under which the name is held, or who has it. */
export type Claimed =
  | { readonly kind: 'held'; readonly fencingToken: number; readonly firstToken: number }
  /** `stillHoldsName` is false for a holder that exists and whose state does not have the name: it is about to get it, or to release it. */
  | {
      readonly kind: 'taken'
      readonly stillHoldsName: boolean
      /** Its stream does not exist yet: it is being created, or never will be. */
      readonly isBeingCreated: boolean
      /** The fencing token under which it has the name. */
      readonly fencingToken: number
      readonly holderReference: string | undefined
    }

/** Names that at most one stream holds, kept in the event store itself. */
export interface Reservations {
  /**
   * Takes a name for a stream that exists or is about to be created.
   *
   * Taking it again for the same holder is no error. `stillHoldsName` says whether a holder that exists still has the name; one that does not
   * loses it after the grace period. Rejections: `Conflict` where another holds it; `Unavailable`.
   */
  readonly take: (
    name: ReservedName,
    holder: StreamName,
    context: CommandContext,
    stillHoldsName?: StillHoldsName,
  ) => Promise<E.Either<Rejection, void>>
  /** Takes it even where this holder has it, and returns the new fencing token. Rejections: `Conflict` where it stays contended; `Unavailable`. */
  readonly claim: (
    name: ReservedName,
    holder: StreamName,
    context: CommandContext,
    findHolder: FindHolder,
  ) => Promise<E.Either<Rejection, Claimed>>
  /**
   * Takes a free name for a stream that may turn out to belong to something else, and returns the fencing token; undefined where
   * it is taken. If the stream itself claims the name, that token becomes void: the early holder transfers or releases the name under that
   * token only. Rejections: `Unavailable`, also where the token cannot be determined.
   */
  readonly takeIfFree: (
    name: ReservedName,
    likely: StreamName,
    context: CommandContext,
  ) => Promise<E.Either<Rejection, number | undefined>>
  /** Transfers a name held under a fencing token to the stream that it was meant for, and gives the new token; undefined where the old one is void. Rejections: `Unavailable`. */
  readonly transfer: (
    name: ReservedName,
    from: { readonly stream: StreamName; readonly fencingToken: number },
    holder: StreamName,
    context: CommandContext,
  ) => Promise<E.Either<Rejection, number | undefined>>
  /** Releases it, where a fencing token is given only under that one; no error where the holder does not hold it. */
  readonly release: (
    name: ReservedName,
    holder: StreamName,
    context: CommandContext,
    fencingToken?: number,
  ) => Promise<E.Either<Rejection, void>>
  /** The stream that holds the name now. */
  readonly holder: (name: ReservedName) => Promise<E.Either<Rejection, StreamName | undefined>>
  /**
   * The fencing token under which that stream holds the name, as far as this server knows: another server may have written a later one.
   * Undefined where it does not hold it. Rejections: `Unavailable`.
   */
  readonly fencingTokenOf: (name: ReservedName, holder: StreamName) => Promise<E.Either<Rejection, number | undefined>>
}
