/** How often one address or one account may try within the window. */
const MOST_TRIES = 10
const WINDOW_MS = 60_000

/**
 * Slows down whoever guesses passwords or codes: so many failures a minute for an account and for an address, then nothing but refusals
 * until the minute is over. Kept in memory: it is a brake, not a record.
 */
export class GuessingBrake {
  readonly #failures = new Map<string, { count: number; until: number }>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  isOn(...keys: ReadonlyArray<string>): boolean {
    return keys.some((key) => {
      const known = this.#failures.get(key)
      return known !== undefined && known.until > this.#now() && known.count >= MOST_TRIES
    })
  }

  failed(...keys: ReadonlyArray<string>): void {
    const now = this.#now()
    if (this.#failures.size > 10_000)
      for (const [key, { until }] of this.#failures) if (until <= now) this.#failures.delete(key)
    for (const key of keys) {
      const known = this.#failures.get(key)
      if (known === undefined || known.until <= now) this.#failures.set(key, { count: 1, until: now + WINDOW_MS })
      else known.count += 1
    }
  }

  succeeded(...keys: ReadonlyArray<string>): void {
    for (const key of keys) this.#failures.delete(key)
  }
}
