import { type Pause, type Periodic, periodically } from '@forgefold/core/app'
import { DAY_MS, type Day, dayOf, millisecondsOf } from '@forgefold/core/kernel'
import type { Clock } from '@forgefold/core/ports'

/** The interval at which the clock is read, which may jump. */
const MAX_DELAY_MS = 10 * 60_000

/** Milliseconds until the next midnight UTC. */
const untilMidnight = (clock: Clock): number => DAY_MS - (millisecondsOf(clock.now()) % DAY_MS)

export interface DailyOptions {
  readonly clock: Clock
  readonly pause: Pause
  /** Resolves to whether all of it succeeded. */
  readonly work: () => Promise<boolean>
  readonly onFailure: (error: unknown) => void
}

/**
 * Runs the work immediately and on every new day in UTC; resolves after the first run. A failed run is repeated when the clock is next read,
 * until one succeeds. `runNow` runs it once more on the same day.
 */
export const daily = async ({ clock, pause, work, onFailure }: DailyOptions): Promise<Periodic> => {
  let done: Day | undefined
  const { runNow, stop } = periodically({
    pause,
    delay: () => Math.min(untilMidnight(clock), MAX_DELAY_MS),
    work: async () => {
      const today = dayOf(clock.now())
      if (done === today) return
      if (await work()) done = today
    },
    onFailure,
  })
  const runAgain = (): Promise<void> => {
    done = undefined
    return runNow()
  }
  await runAgain()
  return { runNow: runAgain, stop }
}
