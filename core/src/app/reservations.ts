import type * as E from 'fp-ts/lib/Either.js'
import type { Rejection, ReservedName, StreamName } from '../kernel/index.js'
import type { CommandContext } from './command-context.js'

/** Whether the aggregate of a stream still holds the name; true where that cannot be determined. */
export type StillHoldsName = (holder: StreamName, name: ReservedName) => Promise<boolean>

/** What is known of the holder of a name to another stream that wants the name. */
export interface HolderFacts {
  readonly existence: 'exists' | 'abandoned' | 'missing' | 'unknown'
  /** Whether the state of a holder that exists has the name. */
  readonly stillHoldsName: boolean
  /** How refusals refer to it: an id or a path. */
  readonly holderReference?: string | undefined
}

/** Looks at the holder of a name; `isGraceOver` once the grace period is over that began when the name was taken. */
export type FindHolder = (holder: StreamName, name: ReservedName, isGraceOver: boolean) => Promise<HolderFacts>

/** How a claim of a name ended: the fencing token it is held under, or who has it. */
export type Claimed =
  | { readonly kind: 'held'; readonly fencingToken: number; readonly firstToken: number }
  /** `stillHoldsName` is false of a holder that exists and whose state has no such name: it is about to take it, or gives it back. */
  | {
      readonly kind: 'taken'
      readonly stillHoldsName: boolean
      /** Its stream does not exist yet: it is being created, or never will be. */
      readonly isBeingCreated: boolean
      /** The fencing token it has the name under. */
      readonly fencingToken: number
      readonly holderReference: string | undefined
    }

/** Names that one stream at most may hold, on the event store itself. */
export interface Reservations {
  /**
   * Takes a name for a stream that is about to be created, or that exists.
   *
   * Taking it again for the same holder is no error. `stillHoldsName` tells whether a holder that exists still has the name; one that
   * does not loses it after the grace period. Rejections: `Conflict` where another holds it; `Unavailable`.
   */
  readonly take: (
    name: ReservedName,
    holder: StreamName,
    context: CommandContext,
    stillHoldsName?: StillHoldsName,
  ) => Promise<E.Either<Rejection, void>>
  /** Takes it even for a holder that has it, and gives the new fencing token. Rejections: `Conflict` where it stays contended; `Unavailable`. */
  readonly claim: (
    name: ReservedName,
    holder: StreamName,
    context: CommandContext,
    findHolder: FindHolder,
  ) => Promise<E.Either<Rejection, Claimed>>
  /**
   * Takes a name that nobody has for a stream that may turn out to be another's, and gives the fencing token; undefined where
   * somebody has it. The stream itself, if it claims the name, voids that token: whoever took the name early transfers or releases it under
   * that token only. Rejections: `Unavailable`, also where nobody can tell which token it is.
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
  /** Gives it back, where a fencing token is given only under that one; no error where the holder does not hold it. */
  readonly release: (
    name: ReservedName,
    holder: StreamName,
    context: CommandContext,
    fencingToken?: number,
  ) => Promise<E.Either<Rejection, void>>
  /** The stream that holds the name now. */
  readonly holder: (name: ReservedName) => Promise<E.Either<Rejection, StreamName | undefined>>
  /**
   * The fencing token under which that stream holds the name, as far as this server knows: a later one may have followed, by another server. Undefined
   * where it does not hold it. Rejections: `Unavailable`.
   */
  readonly fencingTokenOf: (name: ReservedName, holder: StreamName) => Promise<E.Either<Rejection, number | undefined>>
}
