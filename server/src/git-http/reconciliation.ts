import type { Forge } from '@forgefold/core/app'
import { reconcileRepositories } from '@forgefold/core/domains/projects/repository'
import { type Recurring, recurring } from '../background/recurring.js'

const EVERY_MILLISECONDS = 15_000

/** Brings git and history together now, and again while the server runs: a push that could not be told at once is told then. */
export const keepReconciled = async (
  forge: Forge,
  onDefect: (error: unknown, where: string) => void,
): Promise<Recurring> => {
  await reconcileRepositories(forge)
  return recurring(
    EVERY_MILLISECONDS,
    () => reconcileRepositories(forge),
    (error) => onDefect(error, 'reconciliation'),
  )
}
