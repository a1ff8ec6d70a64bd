import { RecencyCache } from '@forgefold/core/app'
import type { UserRow } from '@forgefold/core/domains/identity/user'
import type { Rejection } from '@forgefold/core/kernel'
import { BoundedCounts } from './bounded-counts.js'
import { networkOf } from './network.js'

const WINDOW_MS = 60_000

const WINDOW_SECONDS = WINDOW_MS / 1000

/** The header of every refusal for too many guesses: seconds until the window has certainly ended. */
export const RETRY_AFTER = ['Retry-After', String(WINDOW_SECONDS)] as const

/** The rejection of an API client that guesses. */
export const tooManyGuesses: Rejection = {
  kind: 'Throttled',
  message: 'Too many wrong credentials. Try again later.',
  seconds: WINDOW_SECONDS,
}

/** The keys that one attempt counts for; the first names its source. */
export type Guess = readonly [source: string, ...others: ReadonlyArray<string>]

const loginKey = (login: string): string => `login ${login.trim().toLowerCase()}`

const addressKey = (address: string): string => `address ${networkOf(address)}`

/** The keys of a password attempt: the network it came from, and the name it was for. */
export const passwordGuess = (address: string, login: string): Guess => [addressKey(address), loginKey(login)]

/** The keys of a password attempt for a known account: it counts for both names that can be used to sign in. */
export const accountGuess = (address: string, { username, email }: Pick<UserRow, 'username' | 'email'>): Guess => [
  ...passwordGuess(address, username),
  loginKey(email),
]

/** The keys of a guess at consent: the form's token or its session, with the user if one is signed in. */
export const consentGuess = (address: string, userId: number | undefined): Guess => [
  addressKey(address),
  ...(userId === undefined ? [] : [`consent ${userId}`]),
]

/** The keys of a request for another confirmation mail: the network it came from, and the address it is for, whether registered or not. */
export const confirmationRequest = (address: string, email: string): Guess => [
  `confirmation ${networkOf(address)}`,
  `confirmation to ${email.trim().toLowerCase()}`,
]

/** The key of a registration: the network it came from. */
export const registration = (address: string): string => `sign-up ${networkOf(address)}`

/** The key of a guessed token at a package registry; separate from passwords, so that a misconfigured client does not block sign-in. */
export const registryGuess = (address: string): string => `client registry ${networkOf(address)}`

const tokenKey = (address: string): string => `token ${networkOf(address)}`

const MAX_TRIES = 10
/** Many people may share an address or a client: shared keys have a higher limit. */
const MAX_SHARED_TRIES = 100
const SHARED = /^(?:address|client) /

const maxTriesOf = (key: string): number => (SHARED.test(key) ? MAX_SHARED_TRIES : MAX_TRIES)

/** How many different wrong tokens an address may send in a minute, unless configured otherwise. */
const MAX_WRONG_TOKENS = 300
/** This many wrong tokens are remembered, so that a program that repeats a wrong one counts as one guess. */
const REMEMBERED_TOKENS = 1000
const MAX_KEYS = 10_000

/**
 * Slows down the guessing of passwords, codes or secrets: ten tries a minute for an account, a hundred for an address or a client, then nothing but
 * refusals until the minute is over. A try counts before it is looked at, so that many at once do not slip through; one that was right is given back.
 * Tokens are counted by themselves, because there are more of them and they are harder to guess. Counted in the memory of this process.
 */
export class GuessLimiter {
  readonly #counts = new BoundedCounts(MAX_KEYS)
  readonly #wrong = new RecencyCache<string, number>(REMEMBERED_TOKENS)
  readonly #right = new RecencyCache<string, true>(REMEMBERED_TOKENS)
  readonly #now: () => number
  readonly #maxTokens: number

  /** `now` in epoch milliseconds; `maxTokens`: wrong tokens an address may send in a minute, 0 for no limit. */
  constructor(now: () => number, maxTokens = MAX_WRONG_TOKENS) {
    this.#now = now
    this.#maxTokens = maxTokens
  }

  /** Counts an attempt for each key, until one has none left: then false. The first key names the source. */
  allows(...keys: Guess): boolean {
    const now = this.#now()
    const [source] = keys
    for (const key of keys) {
      const most = maxTriesOf(key)
      const { count } = this.#counts.hit({ key, source, limit: most + 1, endsAt: now + WINDOW_MS, now })
      if (count > most) return false
    }
    return true
  }

  /** Whether a token that was not seen lately may be looked up for an address; it counts until `tokenWasRight`. */
  allowsToken(raw: string, address: string): boolean {
    if (this.#maxTokens === 0 || this.#right.get(raw) === true) return true
    const now = this.#now()
    const key = tokenKey(address)
    const again = (this.#wrong.get(`${key} ${raw}`) ?? 0) > now
    const limit = this.#maxTokens + 1
    const { count, endsAt } = this.#counts.hit({ key, source: key, limit, endsAt: now + WINDOW_MS, now })
    if (again) this.#counts.giveBack({ key, source: key })
    else this.#wrong.set(`${key} ${raw}`, endsAt)
    return count < limit
  }

  tokenWasRight(address: string): void {
    const key = tokenKey(address)
    if (this.#maxTokens > 0) this.#counts.giveBack({ key, source: key })
  }

  /** As `tokenWasRight`, for a token in no cache of its own: it is allowed from now on, whatever else comes from its address. */
  tokenIsInUse(raw: string, address: string): void {
    if (this.#maxTokens === 0 || this.#right.get(raw) === true) return
    this.tokenWasRight(address)
    this.#right.set(raw, true)
  }

  /** Uncounts an attempt that was no guess. */
  wasRight(...keys: Guess): void {
    for (const key of keys) this.#counts.giveBack({ key, source: keys[0] })
  }
}

declare module '@forgefold/core/app' {
  interface Forge {
    /** The one limiter of an instance: separate counts per endpoint could be combined to get around the limit. */
    readonly guessLimiter: GuessLimiter
  }
}
