import { slowness } from './slowness.js'
import { mainThreadMs } from './thread-time.js'

/** Milliseconds by the clock, and those of the processor that the thread of the event loop has had. */
const clocks = (): readonly [clock: number, processor: number] => [performance.now(), mainThreadMs()]

/** How often the loop is looked at, in milliseconds. */
const STEP = 2

/**
 * The longest time, in milliseconds, for which the work kept the event loop from its turns, and what it gave.
 */
export const withLoopMonitor = async <A>(
  work: () => Promise<A>,
): Promise<{ readonly result: A; readonly longest: number }> => {
  let longest = 0
  let last = clocks()
  const look = (): void => {
    const now = clocks()
    // While others have the machine the clock goes on, and the processor's time does not.
    longest = Math.max(longest, Math.min(now[0] - last[0], now[1] - last[1]))
    last = now
  }
  const timer = setInterval(look, STEP)
  try {
    const result = await work()
    look()
    return { result, longest }
  } finally {
    clearInterval(timer)
  }
}

const MAX_ATTEMPTS = 4

/** The least of some tries, because the first compile what they need and the collector comes when it likes; a try within the law is enough. What is more is told in milliseconds of a machine that has nothing else to do. */
export const longestLoopBlock = async (work: () => Promise<unknown>, enough: number): Promise<number> => {
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < MAX_ATTEMPTS && least > enough; n++)
    least = Math.min(least, (await withLoopMonitor(work)).longest)
  return least > enough ? least / slowness() : least
}
