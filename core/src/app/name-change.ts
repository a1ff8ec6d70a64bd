import type * as E from 'fp-ts/lib/Either.js'
import type { DeclaredName, Rejection, Revision, StreamName } from '../kernel/index.js'
import type { Loaded } from './stream-states.js'

export interface ReservedForCommand {
  readonly name: DeclaredName
  readonly fencingToken: number
  /** Whether the holding began with this command: only then may it be given back where nothing comes of it. */
  readonly ours: boolean
  /** The revision of the stream after which it was claimed: whoever drops the name later has an older fencing token. */
  readonly at: Revision | undefined
}

export interface DroppedName {
  readonly name: DeclaredName
  readonly fencingToken: number
}

/** Names that were taken for the stream that a thing will likely have, while its number was on its way. */
export interface EarlyReservations {
  readonly stream: StreamName | undefined
  /** By `nameKey`: the fencing token; undefined where the name was not free. */
  readonly fencingTokens: ReadonlyMap<string, E.Either<Rejection, number | undefined>>
  /** Where the number never came. */
  readonly release: () => Promise<void>
}

/** The names of one command on one stream, from its first decision to its outcome. */
export interface NameChange<S> {
  /**
   * Claims what the decided state holds besides the one before, all or none; claims made after the same revision still stand.
   * Rejections: those that the names declare; `Unavailable`.
   */
  readonly prepare: (before: Loaded<S>, after: S) => Promise<E.Either<Rejection, void>>
  /** Claims these names after that revision; those that were claimed early are passed on. Rejections: as `prepare`. */
  readonly claim: (
    names: ReadonlyArray<DeclaredName>,
    at: Revision | undefined,
    early?: EarlyReservations,
  ) => Promise<E.Either<Rejection, void>>
  /** Gives back what the state does not hold: what was dropped, and what was claimed in vain. Not to be called while the outcome is unknown. */
  readonly settle: (state: S) => Promise<void>
}

/** Two refusals as one: the errors of fields are put together; of other refusals the first counts. */
export const combinedRefusal = (first: Rejection | undefined, next: Rejection): Rejection =>
  first?.kind === 'Invalid' && next.kind === 'Invalid'
    ? { kind: 'Invalid', fields: { ...first.fields, ...next.fields } }
    : (first ?? next)
