import * as E from 'fp-ts/lib/Either.js'
import type { Position } from '../kernel/envelope.js'
import { type Instant, readInstant, secondsAfter } from '../kernel/index.js'
import { badRequest, type Rejection } from '../kernel/rejection.js'
import { eachEvent, type History } from './each-event.js'

/** A point in a history to read as of. */
export interface PointInTime {
  readonly position: Position
  /** The time of the clock there; undefined: the time of the last event. */
  readonly at: Instant | undefined
}

const BEGINNING = -1 as Position

/**
 * The position of a history at a moment: a position itself, or the last event up to an instant. Rejections: `BadRequest`; `Unavailable`.
 *
 * @example
 * import { fixedHistory } from '@forgefold/core/audit'
 * assert.equal((await positionAt({ events: fixedHistory([]) }, '12')).right, 12)
 */
export const positionAt = async (history: History, moment: string): Promise<E.Either<Rejection, Position>> => {
  if (/^\d{1,16}$/.test(moment)) return E.right(Number(moment) as Position)
  const instant = readInstant(moment)
  if (instant === undefined)
    return E.left(
      badRequest(`${moment} is no moment: a position such as 42, or an instant such as 2024-03-01T09:00:00Z`),
    )
  let found = BEGINNING
  const filter = { until: secondsAfter(instant, 0.001) }
  const walked = await eachEvent(history, { direction: 'backwards', filter }, ({ position }) => {
    found = position
    return 'stop'
  })
  return E.isLeft(walked) ? walked : E.right(found)
}
