import { isLoopback } from '../http/index.js'

/** The host of a forge that nobody has told its URL yet. */
const GUESS = 'http://localhost'

/**
 * The URL of a forge: the one it was given, else the loopback address where it listens or is first asked.
 *
 * It is learned once, because names that are kept with the history contain its host. Other hosts teach nothing: a client chooses them.
 */
export class KnownAddress {
  #url: string
  #isKnown: boolean

  constructor(given: string | undefined) {
    this.#url = given ?? GUESS
    this.#isKnown = given !== undefined
  }

  get url(): string {
    return this.#url
  }

  /** Learns from the URL of a request, or from that of a listening socket. */
  learn(from: string): void {
    if (this.#isKnown) return
    const { origin, host } = new URL(from)
    if (origin === GUESS || !isLoopback(host)) return
    this.#url = origin
    this.#isKnown = true
  }
}
