import { pause } from '@forgefold/adapters/clock'
import { type Forge, type Periodic, periodically, systemCaller } from '@forgefold/core/app'
import { reconcileRepositories } from '@forgefold/core/domains/projects/repository'

const INTERVAL_MS = 15_000

/** Reconciles git and history now, and periodically while the server runs: pushes that could not be recorded at once are recorded then. */
export const keepReconciled = async (
  forge: Forge,
  onDefect: (error: unknown, where: string) => void,
): Promise<Periodic> => {
  const reconcile = () => reconcileRepositories(forge, systemCaller(forge, 'reconciliation'))
  await reconcile()
  return periodically({
    pause,
    delay: () => INTERVAL_MS,
    work: reconcile,
    onFailure: (error) => onDefect(error, 'reconciliation'),
  })
}
