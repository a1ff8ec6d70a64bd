import { type Forge, type Periodic, systemCaller } from '@forgefold/core/app'
import { expireNonExpiringTokens } from '@forgefold/core/domains/identity/oauth-token'
import type { Checkpoints } from '@forgefold/core/ports'
import { releaseHas } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import { startBackgroundJobs } from '../background/background-jobs.js'
import { runAsLeader } from '../background/index.js'
import { startMergeRecovery } from '../background/merge-recovery.js'
import { keepReconciled } from '../git-http/index.js'

type OnDefect = (error: unknown, where: string) => void

export interface BackgroundWorkOptions {
  readonly checkpoints: Checkpoints
  /** No other server shares the history. */
  readonly isAlone: boolean
  readonly leaseTerm: number | undefined
  /** The start is given up: nothing waits for the event store any longer. */
  readonly givenUp: AbortSignal | undefined
  readonly onDefect: OnDefect
}

/** For a read-only instance. */
export const noBackgroundWork: Periodic = { runNow: async () => undefined, stop: async () => undefined }

/** Starts all work that no request triggers: reconciliation with git, recovery of merges, background jobs. */
export const startBackgroundWork = async (
  forge: Forge,
  { checkpoints, isAlone, leaseTerm, givenUp, onDefect }: BackgroundWorkOptions,
): Promise<Periodic> => {
  if (!releaseHas('oauth.tokens_without_expiry', forge.instance.release)) {
    const ended = await expireNonExpiringTokens(forge, systemCaller(forge, 'release'))
    if (E.isLeft(ended)) onDefect(new Error(`tokens without an end keep none: ${ended.left.kind}`), 'release')
  }
  const reconciliation = await keepReconciled(forge, onDefect)
  const begun = [reconciliation]
  const stop = async (): Promise<void> => {
    for (const work of begun.toReversed()) await work.stop()
  }
  try {
    begun.push(await startMergeRecovery(forge, onDefect, isAlone))
    const startJobs = startBackgroundJobs(forge, checkpoints, onDefect)
    const jobs = isAlone
      ? await startJobs(() => givenUp?.aborted !== true)
      : runAsLeader(forge, startJobs, { term: leaseTerm, onFailure: (error) => onDefect(error, 'duties') })
    begun.push(jobs)
    return { runNow: jobs.runNow, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
