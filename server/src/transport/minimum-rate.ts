import type { RequestLife } from './request-life.js'

/** Bytes per second that a client has to send or receive on average while it is waited for. */
const MIN_BYTES_PER_SECOND = 1024

/** How long a nearly idle client is waited for, in milliseconds. */
export const DEFAULT_CLIENT_TIMEOUT = 120_000

/**
 * The rate of a client in one direction, which must not fall below a minimum.
 *
 * Only the time in which the server waits for the client counts. A request is ended when the client has used up the whole time-out below the
 * minimum rate: a client
 * that sends nothing and one that sends a byte a second are treated alike.
 */
export class MinimumRate {
  readonly #life: RequestLife
  readonly #clientTimeout: number
  #moved = 0
  #waited = 0
  #since: number | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(life: RequestLife, clientTimeout: number) {
    this.#life = life
    this.#clientTimeout = clientTimeout
  }

  /** The server begins to wait for the client. */
  wait(): void {
    if (this.#since !== undefined) return
    this.#since = performance.now()
    this.#timer = setTimeout(() => this.#judge(), this.#clientTimeout - this.#waited).unref()
  }

  /** This many bytes were transferred. */
  moved(bytes: number): void {
    this.#moved += bytes
  }

  /** The server works again. */
  go(): void {
    if (this.#since === undefined) return
    clearTimeout(this.#timer)
    this.#waited += performance.now() - this.#since
    this.#since = undefined
    if (this.#isFastEnough()) this.#begin()
    else if (this.#waited >= this.#clientTimeout) this.#life.cut()
  }

  #isFastEnough(): boolean {
    return this.#moved >= (MIN_BYTES_PER_SECOND * this.#clientTimeout) / 1000
  }

  #begin(): void {
    this.#moved = 0
    this.#waited = 0
  }

  #judge(): void {
    if (this.#life.over) return
    if (!this.#isFastEnough()) {
      this.#life.cut()
      return
    }
    this.#begin()
    this.#since = undefined
    this.wait()
  }
}
