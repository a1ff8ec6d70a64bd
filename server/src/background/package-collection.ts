import type { Caller, Forge } from '@forgefold/core/app'
import { collectPackages } from '@forgefold/core/domains/packages/package'
import { type Rejection, secondsAfter } from '@forgefold/core/kernel'
import type * as E from 'fp-ts/lib/Either.js'

const HOUR_SECONDS = 3600
const DAY_MS = 24 * HOUR_SECONDS * 1000

/** Deletes packages marked for destruction an hour ago and throws away bytes that nobody has referred to for a day. Rejections: `Unavailable`. */
export const collectGarbage = (forge: Forge, caller: Caller): Promise<E.Either<Rejection, unknown>> =>
  collectPackages(forge, caller, {
    markedBefore: secondsAfter(caller.context.at, -HOUR_SECONDS),
    writtenBefore: Date.now() - DAY_MS,
  })
