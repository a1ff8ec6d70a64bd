import { pause } from '@forgefold/adapters/clock'
import { type Forge, type Periodic, periodically, systemCaller } from '@forgefold/core/app'
import { recoverMergeRequests } from '@forgefold/core/domains/review/merge-request'
import { type Instant, instantOf, millisecondsOf } from '@forgefold/core/kernel'

const INTERVAL_MS = 15_000
/** What another process is doing is done sooner than this. */
const STALE_AFTER_MILLISECONDS = 60_000

/**
 * Ends what a crash left half done, now and again while the server runs. A server that is alone ends all of it at once, because it has
 * begun nothing yet; beside others it leaves alone what one of them may be doing.
 */
export const startMergeRecovery = async (
  forge: Forge,
  onDefect: (error: unknown, where: string) => void,
  isAlone: boolean,
): Promise<Periodic> => {
  const staleBefore = () => instantOf(millisecondsOf(forge.clock.now()) - STALE_AFTER_MILLISECONDS)
  const recover = (before: Instant | undefined) =>
    recoverMergeRequests(forge, systemCaller(forge, 'recovery'), { before })
  await recover(isAlone ? undefined : staleBefore())
  return periodically({
    pause,
    delay: () => INTERVAL_MS,
    work: () => recover(staleBefore()),
    onFailure: (error) => onDefect(error, 'merge recovery'),
  })
}
