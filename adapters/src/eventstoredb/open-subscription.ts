import type { AllStreamResolvedEvent } from '@eventstore/db-client'
import type { Position } from '@forgefold/core/kernel'
import type { EventFilter } from '@forgefold/core/ports'
import type { GuardedClient } from './client.js'
import { positionFrom, positionTo } from './int64.js'
import { serverFilter } from './server-filter.js'

/** Records that wait here for whoever is busy; the rest waits on the server. */
export const BUFFERED = 256

export interface SubscriptionOptions {
  /** Exclusive; undefined: from the first record. */
  readonly after: Position | undefined
  readonly filter: EventFilter | undefined
  /** Milliseconds within which the server has to confirm it: one that is not even confirmed will never come to anything. */
  readonly confirmWithin: number
  /** Ends the waiting, not the subscription. */
  readonly signal: AbortSignal
}

/** One subscription of the client to `$all`, from its beginning until it breaks or is closed. */
export class OpenSubscription {
  readonly #options: SubscriptionOptions
  readonly #subscription
  readonly #confirmation: NodeJS.Timeout
  #wake: () => void = () => undefined
  #checkpoint: Position | undefined
  #isCaughtUp = false
  #isBroken = false

  constructor(client: GuardedClient, options: SubscriptionOptions) {
    this.#options = options
    const filter = serverFilter(options.filter, (position) => {
      // The client has no ear for what is thrown here.
      if (position.commit <= BigInt(Number.MAX_SAFE_INTEGER)) this.#checkpoint = positionFrom(position.commit)
      this.#wake()
    })
    const { after } = options
    const fromPosition = after === undefined ? ('start' as const) : positionTo(after)
    this.#subscription = client.touch().subscribeToAll({ fromPosition, filter }, { highWaterMark: BUFFERED })
    this.#confirmation = setTimeout(this.#breakOff, options.confirmWithin)
    this.#subscription.on('confirmation', () => clearTimeout(this.#confirmation))
    this.#subscription.on('readable', () => this.#wake())
    this.#subscription.on('caughtUp', () => {
      this.#isCaughtUp = true
      this.#wake()
    })
    this.#subscription.on('error', this.#breakOff)
    this.#subscription.on('end', this.#breakOff)
    this.#subscription.on('close', this.#breakOff)
    options.signal.addEventListener('abort', this.stir)
  }

  /** How far the server has looked; counts once all that came before it was handed over. */
  get checkpoint(): Position | undefined {
    return this.#checkpoint
  }

  /** History was done when it last said so. */
  get isCaughtUp(): boolean {
    return this.#isCaughtUp
  }

  /** Nothing more comes. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  /** `caughtUp` was heeded; it may come again. */
  heedCaughtUp(): void {
    this.#isCaughtUp = false
  }

  /** The next record; null where none is waiting. */
  read(): AllStreamResolvedEvent | null {
    return this.#subscription.read()
  }

  /** Resolves with whatever happens next; to be taken before looking for records, so that nothing falls between. */
  changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  /** Ends the waiting for what happens next. */
  readonly stir = (): void => this.#wake()

  close(): void {
    clearTimeout(this.#confirmation)
    this.#options.signal.removeEventListener('abort', this.stir)
    // Unsubscribing from what never came to be fails, and that is as good.
    this.#subscription.unsubscribe().then(undefined, () => undefined)
  }

  readonly #breakOff = (): void => {
    this.#isBroken = true
    this.#wake()
  }
}
