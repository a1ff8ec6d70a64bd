import { windowEnd } from '@forgefold/core/domains/instance/limits'

/** How often a key was counted in its window, and when that window ends (epoch seconds). */
export interface Counted {
  readonly count: number
  readonly endsAt: number
}

interface Window {
  count: number
  endsAt: number
}

const SWEEP_SECONDS = 60

/** Counts by key in windows aligned to the epoch; counts live in this process and vanish with their window. */
export class FixedWindows {
  readonly #windows = new Map<string, Window>()
  #sweepAt = 0

  /** Counts one more. `now` in epoch seconds. */
  hit(key: string, seconds: number, now: number): Counted {
    this.#sweep(now)
    const endsAt = windowEnd(now, seconds)
    const window = this.#windows.get(key)
    if (window === undefined || window.endsAt !== endsAt) {
      this.#windows.set(key, { count: 1, endsAt })
      return { count: 1, endsAt }
    }
    window.count += 1
    return window
  }

  #sweep(now: number): void {
    if (now < this.#sweepAt) return
    this.#sweepAt = now + SWEEP_SECONDS
    for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key)
  }
}
