/** Waits this many milliseconds, or until `interruption` resolves if that comes first. */
export type Pause = (milliseconds: number, interruption?: Promise<unknown>) => Promise<void>

export interface PeriodicOptions {
  readonly pause: Pause
  /** Milliseconds until the next run; called after each run. */
  readonly delay: () => number
  readonly work: () => Promise<unknown>
  /** Called after a run that failed; the next run follows nevertheless. */
  readonly onFailure: (error: unknown) => void
}

/** Work that runs repeatedly or on request, never twice at the same time. */
export interface Periodic {
  /** Runs the work after any run in progress, without waiting for the delay, and restarts the delay. */
  readonly runNow: () => Promise<void>
  /** Starts no further run and waits for the one in progress. */
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
