import { type EventStore, type ReadModel, readModelCaughtUp } from '@forgefold/core/ports'

/** How long a server tries to catch up with revocations before it refuses the request, in milliseconds. */
const TIMEOUT_MS = 2000

const within = async (work: Promise<boolean>, milliseconds: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

export interface FreshnessOptions {
  readonly events: Pick<EventStore, 'readAll'>
  readonly read: Pick<ReadModel, 'reached'>
  /** For how long a confirmation is valid, in milliseconds; 0: each request is confirmed. */
  readonly longest: number
  /** A monotonic clock in milliseconds. */
  readonly now: () => number
}

interface Confirmation {
  readonly askedAt: number
  readonly done: Promise<boolean>
}

/**
 * Confirms that this server has seen everything that any server stored up to `longest` milliseconds ago.
 *
 * Events of other servers arrive within milliseconds. Only without a recent confirmation is the store asked for its head, once for all waiting
 * requests: a server that has lost the store stops trusting its cache instead of accepting revoked tokens for ever.
 */
export class Freshness {
  readonly #options: FreshnessOptions
  #confirmedAt = Number.NEGATIVE_INFINITY
  #asking: Confirmation | undefined
  #waiting: Promise<boolean> | undefined

  constructor(options: FreshnessOptions) {
    this.#options = options
  }

  get isSure(): boolean {
    return this.#options.now() - this.#confirmedAt < this.#options.longest
  }

  /** False: the store does not answer, or its events do not arrive. */
  confirm(): Promise<boolean> {
    const { longest, now } = this.#options
    const asking = this.#asking
    if (asking === undefined) return this.#ask()
    // An answer to an older question says nothing about what was stored since.
    return now() - asking.askedAt < longest ? asking.done : this.#next(asking)
  }

  /** Requests that arrive while an older question is open share the next one. */
  #next(asking: Confirmation): Promise<boolean> {
    this.#waiting ??= asking.done.then(() => {
      this.#waiting = undefined
      return this.#ask()
    })
    return this.#waiting
  }

  #ask(): Promise<boolean> {
    const askedAt = this.#options.now()
    const done = within(readModelCaughtUp(this.#options), TIMEOUT_MS).then((sure) => {
      if (sure) this.#confirmedAt = askedAt
      this.#asking = undefined
      return sure
    })
    this.#asking = { askedAt, done }
    return done
  }
}
