import type { Rejection } from '@forgefold/core/kernel'

const WINDOW_MS = 60_000

const WINDOW_SECONDS = WINDOW_MS / 1000

/** The response header of every refusal for guessing: seconds until the window is over for certain. */
export const RETRY_AFTER = ['Retry-After', String(WINDOW_SECONDS)] as const

/** What whoever guesses at an API is told. */
export const tooManyGuesses: Rejection = {
  kind: 'Throttled',
  message: 'Too many wrong credentials. Try again later.',
  seconds: WINDOW_SECONDS,
}

/** The keys of a guess at a password: the address it came from, and the account. */
export const passwordGuess = (address: string, login: string): ReadonlyArray<string> => [
  `address ${address}`,
  `login ${login.trim().toLowerCase()}`,
]

/** The keys of a guess at consent: a form's token or the session it hangs on, of a user where one is signed in. */
export const consentGuess = (address: string, userId: number | undefined): ReadonlyArray<string> => [
  `address ${address}`,
  ...(userId === undefined ? [] : [`consent ${userId}`]),
]

/** The key of a guess at a token where package managers come in; apart from passwords, so that one wrong configuration locks nobody's sign-in. */
export const registryGuess = (address: string): string => `client registry ${address}`
const MOST_TRIES = 10
/** Many people may come from one address, or through one client: what they share is slowed down later. */
const MOST_SHARED = 100
const SHARED = /^(?:address|client) /

const mostOf = (key: string): number => (SHARED.test(key) ? MOST_SHARED : MOST_TRIES)

const MOST_KEYS = 10_000

/**
 * Slows down whoever guesses passwords, codes or secrets: ten tries a minute for an account, a hundred for an address or a client, then nothing but
 * refusals until the minute is over. A try counts before it is looked at, so that many at once do not slip through; one that was right is given back.
 * Counted in the memory of this process.
 */
export class GuessLimiter {
  readonly #tries = new Map<string, { count: number; until: number }>()
  readonly #now: () => number

  /** `now` in epoch milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Counts a try for each key; false where one of them has none left. */
  allows(...keys: ReadonlyArray<string>): boolean {
    const now = this.#now()
    if (this.#tries.size > MOST_KEYS) this.#forget(now)
    return keys.map((key) => this.#count(key, now) <= mostOf(key)).every((allowed) => allowed)
  }

  /** Gives a try back that was no guess. */
  wasRight(...keys: ReadonlyArray<string>): void {
    for (const key of keys) {
      const known = this.#tries.get(key)
      if (known !== undefined) known.count -= 1
    }
  }

  #count(key: string, now: number): number {
    const known = this.#tries.get(key)
    if (known !== undefined && known.until > now) return ++known.count
    this.#tries.set(key, { count: 1, until: now + WINDOW_MS })
    return 1
  }

  #forget(now: number): void {
    for (const [key, { until }] of this.#tries) if (until <= now) this.#tries.delete(key)
    // Whoever floods with ever new keys may push the oldest out, but not fill the memory.
    for (const key of this.#tries.keys()) {
      if (this.#tries.size <= MOST_KEYS) break
      this.#tries.delete(key)
    }
  }
}
