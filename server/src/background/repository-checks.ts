import { pause } from '@forgefold/adapters/clock'
import { type Forge, type Periodic, periodically, systemCaller } from '@forgefold/core/app'
import { checkRepositories, hourOf, hoursDue } from '@forgefold/core/domains/projects/repository'
import * as E from 'fp-ts/lib/Either.js'

const LOOK_MS = 10 * 60_000

/** Checks a share of the repositories each hour, first some minutes after the start; `onDamage` is called with damaged ones. */
export const startRepositoryChecks = (
  forge: Forge,
  mayAct: () => boolean,
  onDamage: (error: unknown) => void,
): Pick<Periodic, 'stop'> => {
  let stopping = false
  let done = hourOf(forge.clock.now()) - 1
  const goOn = (): boolean => !stopping && mayAct()
  const work = async (): Promise<void> => {
    for (const hour of hoursDue(done, hourOf(forge.clock.now()))) {
      if (!goOn()) return
      const checked = await checkRepositories(forge, systemCaller(forge, 'repository-check'), { hour, goOn })
      if (E.isRight(checked))
        for (const { projectId, findings } of checked.right)
          onDamage(new Error(`the repository of project ${projectId} is damaged: ${findings.join('; ')}`))
      done = hour
    }
  }
  const looking = periodically({ pause, delay: () => LOOK_MS, work, onFailure: onDamage })
  return {
    stop: async () => {
      stopping = true
      await looking.stop()
    },
  }
}
