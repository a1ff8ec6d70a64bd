import * as E from 'fp-ts/lib/Either.js'
import { conflict, nameKey, type Rejection, type ReservedName, type StreamName } from '../kernel/index.js'
import type { CommandContext } from './command-context.js'
import type { Pause } from './periodic.js'
import { RecencyCache } from './recency-cache.js'
import type { Claimed, FindHolder, Reservations } from './reservations.js'
import { HOLDER_BEING_CREATED, NAME_BEING_RELEASED, type RetryPolicy, retried } from './retry.js'

/** How many names are remembered: more than a crash leaves behind. */
const MAX_REMEMBERED = 1000

/** Claims a name. It waits where the holder is about to release it, or is still being created. Rejections: as `Reservations.claim`. */
export type ClaimWithRetry = (
  name: ReservedName,
  stream: StreamName,
  context: CommandContext,
  /** How long to wait for a holder that is being created; undefined: not at all. */
  untilCreated: RetryPolicy | undefined,
  /** Called before each wait. */
  beforeWait: () => Promise<void>,
) => Promise<E.Either<Rejection, Claimed>>

/**
 * Waits only once in this process for a holder that does not exist yet. A holder that has not appeared by then has usually died, and its name
 * stays taken for the grace period: if each request waited for it in turn, later requests would time out.
 */
export const makeClaimWithRetry = (
  reservations: Pick<Reservations, 'claim'>,
  findHolder: FindHolder,
  pause: Pause,
): ClaimWithRetry => {
  /** The fencing token of each name whose holder was waited for and did not appear. */
  const timedOutHolders = new RecencyCache<string, number>(MAX_REMEMBERED)

  /** Of two writers that want the same names, the holder of the first name wins and waits for the others; the loser releases them. */
  return async (name, stream, context, untilCreated, beforeWait) => {
    let last: E.Either<Rejection, Claimed> = E.left(conflict())
    let createdUnder: number | undefined
    const wait: Pause = async (milliseconds) => {
      await beforeWait()
      await pause(milliseconds)
    }
    await retried(untilCreated ?? NAME_BEING_RELEASED, wait, async () => {
      last = await reservations.claim(name, stream, context, findHolder)
      createdUnder = undefined
      if (E.isLeft(last) || last.right.kind === 'held') return last
      const { stillHoldsName, isBeingCreated, fencingToken } = last.right
      if (isBeingCreated && untilCreated !== undefined && timedOutHolders.get(nameKey(name)) !== fencingToken)
        createdUnder = fencingToken
      return !stillHoldsName || createdUnder !== undefined ? undefined : last
    })
    if (createdUnder !== undefined && untilCreated === HOLDER_BEING_CREATED)
      timedOutHolders.set(nameKey(name), createdUnder)
    return last
  }
}
