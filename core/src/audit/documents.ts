import type * as E from 'fp-ts/lib/Either.js'
import type { StoredEvent } from '../kernel/envelope.js'
import type { Rejection } from '../kernel/rejection.js'
import type { Document } from './document.js'
import type { PointInTime } from './point-in-time.js'

/** Builds the documents of the API at paths below `/api/v4/`; undefined where a path is not found. */
export interface Documents {
  /** As of a point in the history, with its clock and refs; undefined: as of now. Rejections: `Unavailable`. */
  readonly asOf: (
    point: PointInTime | undefined,
    paths: ReadonlyArray<string>,
  ) => Promise<E.Either<Rejection, ReadonlyArray<Document | undefined>>>
  /** As these events alone build them; what the first `alike` of them lead to is kept for the next call. */
  readonly ofEvents: (
    events: ReadonlyArray<StoredEvent>,
    alike: number,
    paths: ReadonlyArray<string>,
  ) => Promise<ReadonlyArray<Document | undefined>>
}
