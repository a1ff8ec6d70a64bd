import type { Pause } from '@forgefold/core/app'
import { type Instant, instantOf, millisecondsOf } from '@forgefold/core/kernel'
import type { Clock } from '@forgefold/core/ports'

/** The machine's clock. */
export const systemClock: Clock = (() => {
  let milliseconds = Number.NaN
  let instant: Instant
  return {
    // Formatted once a millisecond, however often it is read.
    now: () => {
      const now = Date.now()
      if (now !== milliseconds) {
        instant = instantOf(now)
        milliseconds = now
      }
      return instant
    },
  }
})()

/** A clock that stands still until it is moved. */
export interface MovableClock extends Clock {
  readonly moveTo: (instant: Instant) => void
  readonly advance: (milliseconds: number) => void
}

/**
 * A clock that stands still until a test moves it.
 *
 * @example
 * const clock = makeMovableClock('2024-03-01T09:00:00.000Z')
 * clock.moveTo('2024-03-02T09:00:00.000Z')
 * assert.equal(clock.now(), '2024-03-02T09:00:00.000Z')
 */
export const makeMovableClock = (start: Instant): MovableClock => {
  let now = millisecondsOf(start)
  // Formatted at a move, however often it is read.
  let instant = instantOf(now)
  const set = (milliseconds: number): void => {
    now = milliseconds
    instant = instantOf(now)
  }
  return {
    now: () => instant,
    moveTo: (to) => set(millisecondsOf(to)),
    advance: (milliseconds) => set(now + milliseconds),
  }
}

/** Waits this many milliseconds, with 0 until others had their turn; an interruptible wait does not keep the process alive. */
export const pause: Pause = (milliseconds, interruption) =>
  new Promise((resolve) => {
    if (milliseconds === 0) return void setImmediate(resolve)
    const timer = setTimeout(resolve, milliseconds)
    if (interruption === undefined) return
    timer.unref()
    void interruption.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })

/**
 * The machine's clock with an offset: it runs on from wherever it is set.
 *
 * @example
 * assert.ok(makeRunningClock(60_000).now() > makeRunningClock().now())
 */
export const makeRunningClock = (offset = 0): MovableClock => {
  let ahead = offset
  return {
    now: () => instantOf(Date.now() + ahead),
    moveTo: (instant) => {
      ahead = millisecondsOf(instant) - Date.now()
    },
    advance: (milliseconds) => {
      ahead += milliseconds
    },
  }
}
