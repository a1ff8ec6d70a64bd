import * as E from 'fp-ts/lib/Either.js'
import { type Instant, invalid, type Rejection, refuse } from '../../kernel/index.js'
import { MAX_ESTIMATE_SECONDS, parseDuration } from './duration.js'

/** The commands of time tracking, in seconds. */
export type TimeCommand =
  | { readonly type: 'SetTimeEstimate'; readonly seconds: number }
  | {
      readonly type: 'SpendTime'
      readonly seconds: number
      readonly by: number
      readonly summary: string | null
      readonly at: Instant
    }
  | { readonly type: 'ResetTimeSpent'; readonly by: number; readonly at: Instant }

const badEstimate = invalid({ time_estimate: ['has an invalid format'] })

/** The seconds of an estimate in words; null resets it. Rejections: `Invalid` (time_estimate). */
const estimateFrom = (duration: string | null): E.Either<Rejection, number> => {
  const seconds = duration === null ? 0 : parseDuration(duration)
  return seconds === undefined || seconds < 0 ? E.left(badEstimate) : E.right(Math.min(seconds, MAX_ESTIMATE_SECONDS))
}

/** The seconds of time spent in words; negative ones subtract. Rejections: `Invalid` (timelogs.time_spent). */
const spentFrom = (duration: string): E.Either<Rejection, number> => {
  return E.fromNullable(invalid({ 'timelogs.time_spent': ["can't be blank"] }))(parseDuration(duration))
}

/** An estimate is never negative. Rejections: `Invalid` (time_estimate). */
export const checkedEstimate = (seconds: number): E.Either<Rejection, number> =>
  seconds < 0 ? E.left(badEstimate) : E.right(seconds)

/** The total afterwards, which must not be negative. Rejections: `Invalid` (base). */
export const totalSpent = (before: number, seconds: number): E.Either<Rejection, number> => {
  const total = before + seconds
  if (total < 0) return refuse(invalid({ base: ['Time to subtract exceeds the total time spent'] }))
  return Number.isSafeInteger(total) ? E.right(total) : refuse(invalid({ base: ['Total time spent is too large'] }))
}

/** The command of an estimate in words; null resets it. Rejections: `Invalid` (time_estimate). */
export const toEstimate = (duration: string | null): E.Either<Rejection, TimeCommand> =>
  E.map((seconds: number): TimeCommand => ({ type: 'SetTimeEstimate', seconds }))(estimateFrom(duration))

/** The command of time spent in words; a negative duration subtracts. Rejections: `Invalid` (timelogs.time_spent). */
export const toSpent = (
  duration: string,
  how: { readonly by: number; readonly summary: string | undefined; readonly at: Instant },
): E.Either<Rejection, TimeCommand> =>
  E.map((seconds: number): TimeCommand => ({ type: 'SpendTime', seconds, ...how, summary: how.summary ?? null }))(
    spentFrom(duration),
  )
