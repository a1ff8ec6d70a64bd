import { pause } from '@forgefold/adapters/clock'
import { deleteUnreferencedBlobs, type Forge, type Periodic, periodically } from '@forgefold/core/app'
import { DAY_MS } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'

/**
 * Deletes once a day the long texts stored before the last day to which no event refers; the first run is a day after the start, because it
 * reads the whole history.
 */
export const startLongTextGarbageCollection = (
  forge: Forge,
  mayAct: () => boolean,
  onDefect: (error: unknown) => void,
): Pick<Periodic, 'stop'> => {
  let stopping = false
  const goOn = (): boolean => !stopping && mayAct()
  const work = async (): Promise<void> => {
    if (!goOn()) return
    const done = await deleteUnreferencedBlobs(forge, { writtenBefore: Date.now() - DAY_MS, pause, goOn })
    if (E.isLeft(done)) onDefect(done.left)
  }
  const collection = periodically({ pause, delay: () => DAY_MS, work, onFailure: onDefect })
  return {
    stop: async () => {
      stopping = true
      await collection.stop()
    },
  }
}
