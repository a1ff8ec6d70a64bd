import type { Clock } from '@forgefold/core/ports'

/** Work that is done again and again until it is stopped. */
export interface Chore {
  /** Does now what the hours since the last time call for: the clock was moved. */
  readonly again: () => Promise<void>
  /** Lets what is under way end, and begins nothing new. */
  readonly stop: () => Promise<void>
}

const DAY_MS = 24 * 3600 * 1000

/** Milliseconds until the next midnight UTC. */
export const untilMidnight = (clock: Clock): number => DAY_MS - (Date.parse(clock.now()) % DAY_MS)

/** Does the work at once and at every midnight UTC; resolves once it was done for the first time. A failure is told, and does not end the rest. */
export const daily = async (
  clock: Clock,
  work: () => Promise<void>,
  onFailure: (error: unknown) => void,
): Promise<Chore> => {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const again = async (): Promise<void> => {
    clearTimeout(timer)
    running = running.then(work).catch(onFailure)
    await running
    wait()
  }
  const wait = (): void => {
    clearTimeout(timer)
    if (stopped) return
    timer = setTimeout(() => void again(), untilMidnight(clock))
    timer.unref()
  }
  await again()
  return {
    again,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
