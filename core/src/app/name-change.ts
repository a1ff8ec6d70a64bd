import type * as E from 'fp-ts/lib/Either.js'
import type { DeclaredName, Rejection, Revision, StreamName } from '../kernel/index.js'
import type { Loaded } from './stream-states.js'

export interface ReservedForCommand {
  readonly name: DeclaredName
  readonly fencingToken: number
  /** Whether the reservation began with this command: only then may it be released where the command is refused. */
  readonly ours: boolean
  /** The revision of the stream after which it was claimed. A command that drops the name later holds an older fencing token. */
  readonly at: Revision | undefined
}

export interface DroppedName {
  readonly name: DeclaredName
  readonly fencingToken: number
}

/** Names that were claimed for the stream that an aggregate will probably have, while its number was being allocated. */
export interface PendingReservations {
  readonly stream: StreamName | undefined
  /** By `nameKey`: the fencing token; undefined where the name was not free. */
  readonly fencingTokens: ReadonlyMap<string, E.Either<Rejection, number | undefined>>
  /** Releases them all; for the case that no number could be allocated. */
  readonly release: () => Promise<void>
}

/** The names of one command on one stream, from its first decision to its outcome. */
export interface NameChange<S> {
  /** Whether a command that leads from one state to the other adds or drops names, or has claimed some before. */
  readonly isConcerned: (before: S, after: S) => boolean
  /**
   * Claims the names that the decided state adds, all or none; claims made after the same revision are kept.
   * Rejections: those that the names declare; `Unavailable`.
   */
  readonly prepare: (before: Loaded<S>, after: S) => Promise<E.Either<Rejection, void>>
  /** Claims these names after that revision; early reservations are transferred. Rejections: as `prepare`. */
  readonly claim: (
    names: ReadonlyArray<DeclaredName>,
    at: Revision | undefined,
    early?: PendingReservations,
  ) => Promise<E.Either<Rejection, void>>
  /** Releases the names that the state does not have: those that were dropped, and those claimed for nothing. Not to be called while the outcome is unknown. */
  readonly settle: (state: S) => Promise<void>
}

/** Two refusals as one: field errors are merged; otherwise the first refusal counts. */
export const combinedRefusal = (first: Rejection | undefined, next: Rejection): Rejection =>
  first?.kind === 'Invalid' && next.kind === 'Invalid'
    ? { kind: 'Invalid', fields: { ...first.fields, ...next.fields } }
    : (first ?? next)
