import { type EventStore, type ReadModel, readModelCaughtUp } from '@forgefold/core/ports'

/** How long a server tries to find out what it missed before it gives a request up, in milliseconds. */
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
  /** For how long what was confirmed is believed, in milliseconds; 0: every question is confirmed anew. */
  readonly longest: number
  /** A steady clock in milliseconds. */
  readonly now: () => number
}

interface Confirmation {
  readonly askedAt: number
  readonly done: Promise<boolean>
}

/**
 * Knows whether this server has seen all that was stored, by whomever, up to `longest` milliseconds ago.
 *
 * Events of other servers come by themselves, in milliseconds. Only where nothing vouches for that is the store asked for its head, once
 * for all who wait; so a server that lost the store stops believing its memory instead of letting revoked tokens in for ever.
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

  /** False: the store does not answer, or its events do not come through. */
  confirm(): Promise<boolean> {
    const { longest, now } = this.#options
    const asking = this.#asking
    if (asking === undefined) return this.#ask()
    // What was asked too long before says nothing of what was stored since.
    return now() - asking.askedAt < longest ? asking.done : this.#next(asking)
  }

  /** All who come while an older question is open share the one after it. */
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
