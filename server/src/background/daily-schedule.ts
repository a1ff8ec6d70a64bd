import { pause } from '@forgefold/adapters/clock'
import { type Periodic, periodically } from '@forgefold/core/app'
import { DAY_MS, type Day, dayOf, millisecondsOf } from '@forgefold/core/kernel'
import type { Clock } from '@forgefold/core/ports'

/** The clock is looked at this often: it may jump. */
const LONGEST_DELAY_MS = 10 * 60_000

/** Milliseconds until the next midnight UTC. */
const untilMidnight = (clock: Clock): number => DAY_MS - (millisecondsOf(clock.now()) % DAY_MS)

/** Does the work at once and on every new day in UTC; resolves after the first run. `runNow` does it once more on the same day. */
export const daily = async (
  clock: Clock,
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
): Promise<Periodic> => {
  let done: Day | undefined
  const { runNow, stop } = periodically({
    pause,
    delay: () => Math.min(untilMidnight(clock), LONGEST_DELAY_MS),
    work: async () => {
      const today = dayOf(clock.now())
      if (done === today) return
      done = today
      await work()
    },
    onFailure,
  })
  const anew = (): Promise<void> => {
    done = undefined
    return runNow()
  }
  await anew()
  return { runNow: anew, stop }
}
