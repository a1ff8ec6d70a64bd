import type { Forge } from '@forgefold/core/app'
import { recoverRequests } from '@forgefold/core/domains/merge-request'
import { instantOf, millisecondsOf } from '@forgefold/core/kernel'

const EVERY_MILLISECONDS = 15_000
/** What another process is doing is done sooner than this. */
const STALE_AFTER_MILLISECONDS = 60_000

/**
 * Ends what a crash left half done: all of it now, because this process has begun nothing yet, and again while the server runs, for
 * processes that died meanwhile.
 */
export const keepMergesSettled = async (
  forge: Forge,
  onDefect: (error: unknown, where: string) => void,
): Promise<{ readonly stop: () => Promise<void> }> => {
  await recoverRequests()(forge)()
  let pass: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    const before = instantOf(millisecondsOf(forge.clock.now()) - STALE_AFTER_MILLISECONDS)
    pass = pass
      .then(() => recoverRequests(before)(forge)())
      .catch((error: unknown) => onDefect(error, 'recovery of merges'))
  }, EVERY_MILLISECONDS)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await pass
    },
  }
}
