import type { Forge } from '@forgefold/core/app'
import { reconcileRepositories } from '@forgefold/core/domains/repository'

const EVERY_MILLISECONDS = 15_000

/** Brings git and history together now, and again while the server runs: a push that could not be told at once is told then. */
export const keepReconciled = async (
  forge: Forge,
  onDefect: (error: unknown, where: string) => void,
): Promise<{ readonly stop: () => Promise<void> }> => {
  await reconcileRepositories()(forge)()
  let pass: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    pass = pass
      .then(() => reconcileRepositories()(forge)())
      .catch((error: unknown) => onDefect(error, 'reconciliation'))
  }, EVERY_MILLISECONDS)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await pass
    },
  }
}
