import * as E from 'fp-ts/lib/Either.js'
import { conflict, nameKey, type Rejection, type ReservedName, type StreamName } from '../kernel/index.js'
import type { CommandContext } from './command-context.js'
import type { Pause } from './periodic.js'
import { RecencyCache } from './recency-cache.js'
import type { Claimed, FindHolder, Reservations } from './reservations.js'
import { HOLDER_ABOUT_TO_COME, NAME_ABOUT_TO_BE_FREE, type RetryPolicy, retried } from './retry.js'

/** How long a holder that is being made is waited for; undefined: not at all. */
export type Patience = RetryPolicy | undefined

/** Takings that are remembered: more than a crash leaves behind. */
const REMEMBERED = 1000

/** Claims a name, and waits where its holder is about to give it back, or does not exist yet. Rejections: as `Reservations.claim`. */
export type ClaimPatiently = (
  name: ReservedName,
  stream: StreamName,
  context: CommandContext,
  patience: Patience,
) => Promise<E.Either<Rejection, Claimed>>

/**
 * A holder that does not exist yet is waited for once in this process: one that did not come meanwhile died, as a rule, and its name stays
 * taken for the grace period. If each request waited for it anew, one after the other, the requests behind them would run out of time.
 */
export const patientClaims = (
  reservations: Pick<Reservations, 'claim'>,
  look: FindHolder,
  pause: Pause,
): ClaimPatiently => {
  /** Of each name, the taking whose holder was waited for in vain. */
  const inVain = new RecencyCache<string, number>(REMEMBERED)

  /** The first name decides between two that want the same names: who has it waits for the others, which whoever lost it gives back. */
  return async (name, stream, context, patience) => {
    let last: E.Either<Rejection, Claimed> = E.left(conflict())
    let comingBy: number | undefined
    await retried(patience ?? NAME_ABOUT_TO_BE_FREE, pause, async () => {
      last = await reservations.claim(name, stream, context, look)
      comingBy = undefined
      if (E.isLeft(last) || last.right.kind === 'held') return last
      const { stillHoldsName, isComing, taking } = last.right
      if (isComing && patience !== undefined && inVain.get(nameKey(name)) !== taking) comingBy = taking
      return !stillHoldsName || comingBy !== undefined ? undefined : last
    })
    if (comingBy !== undefined && patience === HOLDER_ABOUT_TO_COME) inVain.set(nameKey(name), comingBy)
    return last
  }
}
