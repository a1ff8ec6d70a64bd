import { pause } from '@forgefold/adapters/clock'
import { type Forge, type Periodic, periodically, systemCaller } from '@forgefold/core/app'
import { recoverMergeRequests } from '@forgefold/core/domains/review/merge-request'
import { type Instant, instantOf, millisecondsOf } from '@forgefold/core/kernel'

const INTERVAL_MS = 15_000
/** Work of another process in progress is younger than this. */
const STALE_AFTER_MILLISECONDS = 60_000

/**
 * Settles merges that a crash interrupted, periodically while the server runs. A server that is alone settles all of them at once at its
 * start; beside others it leaves recent ones alone.
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
