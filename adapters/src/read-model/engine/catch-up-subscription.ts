import { setTimeout as sleep } from 'node:timers/promises'
import type { Position, StoredEvent } from '@forgefold/core/kernel'
import type { EventStore, Subscription } from '@forgefold/core/ports'
import { isDamage, isStorageFailure } from '../../sqlite/connection.js'
import { MAX_BATCH_EVENTS } from './batched-transaction.js'

/** Milliseconds between two attempts. */
const RETRY_MS = 200

export interface CatchUpSubscriptionOptions {
  readonly store: Pick<EventStore, 'subscribe'>
  /** The position of the rows. */
  readonly position: () => Position | undefined
  /** Applies a batch; if it throws, the same batch is applied again. */
  readonly apply: (events: ReadonlyArray<StoredEvent>, upTo: Position) => void
  /** Called if the file turns out to be damaged, possibly several times. */
  readonly onDamage?: (() => void) | undefined
  /** Called if following failed for a reason other than the disk; following continues. */
  readonly onDefect?: ((error: unknown) => void) | undefined
}

/**
 * Follows the history from where the rows end. Before it has caught up for the first time a failure that is not the disk's is reported to the code
 * that started it; later nothing would start it again, and the rows would stay behind for ever: so it tells of the failure and tries once more.
 */
export class CatchUpSubscription {
  readonly #options: CatchUpSubscriptionOptions
  #subscription: Subscription | undefined
  #hasCaughtUp = false
  #stopped = false

  constructor(options: CatchUpSubscriptionOptions) {
    this.#options = options
  }

  /** Resolves once it has caught up. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => this.#subscribe(resolve, reject))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#subscription?.stop()
  }

  #subscribe(caughtUp: () => void, failed: (error: unknown) => void): void {
    const { store, position, onDefect } = this.#options
    const after = position()
    this.#subscription = store.subscribe({
      atOnce: MAX_BATCH_EVENTS,
      ...(after === undefined ? {} : { after }),
      onEvents: this.#take,
      onCaughtUp: () => {
        this.#hasCaughtUp = true
        caughtUp()
      },
      onDropped: (error) => {
        if (!this.#hasCaughtUp) return failed(error)
        onDefect?.(error)
        setTimeout(() => {
          if (!this.#stopped) this.#subscribe(caughtUp, failed)
        }, RETRY_MS).unref()
      },
    })
  }

  readonly #take = (events: ReadonlyArray<StoredEvent>, upTo: Position): Promise<void> | undefined => {
    try {
      this.#options.apply(events, upTo)
      return undefined
    } catch (error) {
      return this.#takeLater(events, upTo, error)
    }
  }

  /** A disk that is full or not writable is waited for: until then the rows lag behind, and writers are told so. */
  async #takeLater(events: ReadonlyArray<StoredEvent>, upTo: Position, failure: unknown): Promise<void> {
    let isReported = false
    for (let error = failure; !this.#stopped; ) {
      if (isDamage(error)) this.#options.onDamage?.()
      if (!isStorageFailure(error)) {
        if (!this.#hasCaughtUp) throw error
        if (!isReported) this.#options.onDefect?.(error)
        isReported = true
      }
      await sleep(RETRY_MS)
      try {
        this.#options.apply(events, upTo)
        return
      } catch (again) {
        error = again
      }
    }
  }
}
