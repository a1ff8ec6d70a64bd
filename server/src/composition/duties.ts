import { type Forge, type Periodic, systemCaller } from '@forgefold/core/app'
import { endEndlessTokens } from '@forgefold/core/domains/identity/oauth-token'
import type { Checkpoints } from '@forgefold/core/ports'
import { releaseHas } from '@forgefold/core/releases'
import { startBackgroundJobs } from '../background/background-jobs.js'
import { runAsLeader } from '../background/index.js'
import { startMergeRecovery } from '../background/merge-recovery.js'
import { keepReconciled } from '../git-http/index.js'

type OnDefect = (error: unknown, where: string) => void

export interface DutiesOptions {
  readonly checkpoints: Checkpoints
  /** No other server shares the history. */
  readonly isAlone: boolean
  readonly leaseTerm: number | undefined
  readonly onDefect: OnDefect
}

/** For an instance that is only looked at. */
export const noDuties: Periodic = { again: async () => undefined, stop: async () => undefined }

/** Begins all that a server does without being asked: reconciliation with git, recovery of merges, background jobs. */
export const startDuties = async (
  forge: Forge,
  { checkpoints, isAlone, leaseTerm, onDefect }: DutiesOptions,
): Promise<Periodic> => {
  if (!releaseHas('oauth.tokens_without_expiry', forge.instance.release))
    await endEndlessTokens(forge, systemCaller(forge, 'release'))
  const reconciliation = await keepReconciled(forge, onDefect)
  const mergeRecovery = await startMergeRecovery(forge, onDefect, isAlone)
  const startJobs = startBackgroundJobs(forge, checkpoints, onDefect)
  const jobs = isAlone
    ? await startJobs(() => true)
    : runAsLeader(forge, startJobs, { term: leaseTerm, onFailure: (error) => onDefect(error, 'duties') })
  return {
    again: jobs.again,
    stop: async () => {
      await jobs.stop()
      await mergeRecovery.stop()
      await reconciliation.stop()
    },
  }
}
