/** Waits so many milliseconds, or until `interruption` resolves if that comes first. */
export type Pause = (milliseconds: number, interruption?: Promise<unknown>) => Promise<void>

export interface PeriodicOptions {
  readonly pause: Pause
  /** Milliseconds until the next run; asked after each run. */
  readonly delay: () => number
  readonly work: () => Promise<unknown>
  /** Called after a run that failed; the next one comes all the same. */
  readonly onFailure: (error: unknown) => void
}

/** Work that runs again and runNow, never twice at once. */
export interface Periodic {
  /** Runs the work after what is under way, without waiting for the delay, and counts the delay anew. */
  readonly runNow: () => Promise<void>
  /** Begins no further run and waits for the one under way. */
  readonly stop: () => Promise<void>
}

/**
 * Runs the work after each delay until it is stopped; the first delay begins now.
 *
 * @example
 * import { pause } from '@forgefold/adapters/clock'
 * const upkeep = periodically({ pause, delay: () => 60_000, work: async () => undefined, onFailure: console.error })
 * await upkeep.stop()
 * assert.ok(upkeep)
 */
export const periodically = ({ pause, delay, work, onFailure }: PeriodicOptions): Periodic => {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let interrupt: () => void = () => undefined

  const run = (): Promise<void> => {
    running = running.then(async () => {
      if (!stopped) await work()
    })
    running = running.catch(onFailure)
    return running
  }

  const loop = async (): Promise<void> => {
    while (!stopped) {
      let interrupted = false
      const interruption = new Promise<void>((resolve) => {
        interrupt = () => {
          interrupted = true
          resolve()
        }
      })
      await Promise.race([pause(delay(), interruption), interruption])
      if (interrupted) await running
      else await run()
    }
  }

  const looping = loop()
  return {
    runNow: () => {
      const ran = run()
      interrupt()
      return ran
    },
    stop: async () => {
      stopped = true
      interrupt()
      await looping
    },
  }
}
