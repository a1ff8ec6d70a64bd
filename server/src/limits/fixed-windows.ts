import { type Throttle, windowEnd } from '@forgefold/core/domains/instance/limits'
import { BoundedCounts, type Counted } from './bounded-counts.js'

const MAX_KEYS = 100_000

/** Counts by throttle and key in windows aligned to the epoch; counts are held in this process and dropped with their window. */
export class FixedWindows {
  readonly #counts = new BoundedCounts(MAX_KEYS)

  /** Counts one request. `now` in epoch seconds. A count above the limit means a refusal. */
  hit({ name, key, limit, seconds }: Throttle, now: number): Counted {
    const hit = { key: `${name} ${key}`, source: key, limit: limit + 1, endsAt: windowEnd(now, seconds), now }
    return this.#counts.hit(hit)
  }
}
