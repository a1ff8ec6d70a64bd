import { setTimeout as sleep } from 'node:timers/promises'
import type { Position, StoredEvent } from '@forgefold/core/kernel'
import type { Subscriber, Subscription } from '@forgefold/core/ports'
import { matches } from '../event-store/event-filter.js'
import { AppendReassembly, type ReceivedRecord } from './append-reassembly.js'
import { bufferedRecords } from './buffered-records.js'
import type { GuardedClient } from './client.js'
import { type HistoryEnd, historyEnd } from './history-end.js'
import { BUFFERED, OpenSubscription } from './open-subscription.js'
import type { Reads } from './reads.js'
import { CHECKPOINT_EVERY } from './server-filter.js'
import type { Cursor, SharedSubscription } from './shared-subscription.js'
import { MIN_BACK_OFF_MS, type Timeouts } from './timeouts.js'

/** The sources of records. */
export interface FeedSource {
  readonly client: GuardedClient
  readonly reads: Reads
  readonly timeouts: Timeouts
  readonly shared: SharedSubscription
}

const later = (one: Position | undefined, other: Position | undefined): Position | undefined =>
  one === undefined || (other !== undefined && other > one) ? other : one

/**
 * One subscriber on its way through the history: by a subscription of its own until it has caught up, then by the shared one. Takes either up
 * again after every break, from where it was.
 */
export class Feed implements Subscription {
  readonly #source: FeedSource
  readonly #subscriber: Subscriber
  readonly #wanted: (event: StoredEvent) => boolean
  readonly #stopped = new AbortController()
  readonly #running: Promise<void>
  readonly #whole = new AppendReassembly(BUFFERED)
  /** A filter by types alone may exclude the rest of an append, and then nothing would mark its end. */
  readonly #seesWhole: boolean
  /** The position up to which records were examined; the subscriber may have been given fewer. */
  #upTo: Position | undefined
  #reported: Position | undefined
  /** Records skipped since the subscriber was last given a position. */
  #passedOver = 0
  #backOff = MIN_BACK_OFF_MS

  constructor(source: FeedSource, subscriber: Subscriber, gone: (feed: Feed) => void) {
    this.#source = source
    this.#subscriber = subscriber
    this.#wanted = matches(subscriber.filter)
    this.#upTo = subscriber.after
    this.#reported = subscriber.after
    this.#seesWhole = subscriber.filter?.types === undefined || subscriber.filter.categories !== undefined
    this.#running = this.#run().finally(() => gone(this))
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#running
  }

  get #over(): boolean {
    return this.#stopped.signal.aborted
  }

  async #run(): Promise<void> {
    while (!this.#over) {
      let cursor: Cursor | undefined
      try {
        cursor = await this.#followAlone()
        if (cursor !== undefined) await this.#followShared(cursor)
      } catch (error) {
        // Failures of the connection are handled inside; only the subscriber's own error arrives here.
        if (this.#over) return
        this.#stopped.abort()
        this.#subscriber.onDropped?.(error)
        return
      } finally {
        cursor?.close()
      }
      if (this.#over) return
      if (cursor !== undefined) continue
      await sleep(this.#backOff, undefined, { signal: this.#stopped.signal }).catch(() => undefined)
      this.#backOff = Math.min(this.#backOff * 2, this.#source.timeouts.maxBackOff)
    }
  }

  /** Follows by a subscription of its own from its position, until that breaks (undefined) or it has caught up and can join the shared one. */
  async #followAlone(): Promise<Cursor | undefined> {
    const { client, timeouts, shared } = this.#source
    const { filter } = this.#subscriber
    const { signal } = this.#stopped
    this.#whole.clear()
    // `caughtUp` comes without a checkpoint, but it means that everything up to this position was examined.
    const head = await historyEnd(this.#source, signal)
    if (head === undefined || this.#over) return undefined
    const confirmWithin = timeouts.readTimeout
    const open = new OpenSubscription(client, { after: this.#upTo, filter, confirmWithin, signal })
    const forget = shared.onBegin(open.stir)
    try {
      return await this.#catchUp(open, head)
    } finally {
      forget()
      open.close()
    }
  }

  async #catchUp(open: OpenSubscription, head: HistoryEnd): Promise<Cursor | undefined> {
    let looked: Position | undefined
    let hasCaughtUp = false
    while (!this.#over) {
      const changed = open.changed()
      // `caughtUp` counts only once the records before it have been delivered too: the subscriber may have been busy when it arrived.
      const end = open.isCaughtUp
      if (end) {
        // A node connected to since then may lag behind the one that reported this position; then its `caughtUp` says nothing about it.
        if (!(await head.stillThere())) return undefined
        looked = head.position
      }
      const { arrived, drained } = bufferedRecords(open, this.#reached, BUFFERED - this.#whole.held)
      const seen = drained ? later(looked, open.checkpoint) : undefined
      await this.#handOver(arrived, { seesWhole: this.#seesWhole, isShared: false, looked: seen })
      if (this.#over || !drained) continue
      if (end) {
        open.heedCaughtUp()
        hasCaughtUp = true
        this.#subscriber.onCaughtUp?.(this.#upTo)
      }
      if (open.isBroken) return undefined
      const cursor = hasCaughtUp ? this.#join() : undefined
      if (cursor !== undefined) return cursor
      await changed
    }
    return undefined
  }

  /** Undefined while an append is incomplete, or if the shared subscription no longer holds the next record. */
  #join(): Cursor | undefined {
    if (this.#whole.held > 0) return undefined
    return this.#source.shared.join(this.#upTo, this.#wanted, this.#subscriber.filter === undefined)
  }

  /** Follows the shared subscription until it falls too far behind or that ends. */
  async #followShared(cursor: Cursor): Promise<void> {
    const stop = (): void => cursor.close()
    this.#stopped.signal.addEventListener('abort', stop)
    try {
      while (!this.#over) {
        const changed = cursor.changed()
        const taken = cursor.take(BUFFERED - this.#whole.held)
        if (taken === undefined) return
        if (taken.length === 0 && this.#whole.held < BUFFERED) await changed
        else await this.#handOver(this.#notYetSeen(taken), { seesWhole: true, isShared: true })
      }
    } finally {
      this.#stopped.signal.removeEventListener('abort', stop)
    }
  }

  /** The last record received, delivered or not. */
  get #reached(): Position | undefined {
    return this.#whole.end ?? this.#upTo
  }

  #notYetSeen(records: ReadonlyArray<ReceivedRecord>): ReadonlyArray<ReceivedRecord> {
    const reached = this.#reached ?? -1
    return records.filter(({ position }) => position > reached)
  }

  /**
   * Hands over what is whole. `looked`: how far the server has looked, where all that it sent was taken. From the shared subscription, where most
   * is for others, the subscriber hears of records that it does not want once in a while only.
   */
  async #handOver(
    arrived: ReadonlyArray<ReceivedRecord>,
    { seesWhole, isShared, looked }: { seesWhole: boolean; isShared: boolean; looked?: Position | undefined },
  ): Promise<void> {
    const { events, upTo: whole = this.#upTo } = this.#whole.take(
      arrived.map(({ position, event, more }) => ({
        position,
        event: event !== undefined && this.#wanted(event) ? event : undefined,
        more: seesWhole && more,
      })),
    )
    const upTo = this.#whole.end === undefined ? later(whole, looked) : whole
    if (upTo === undefined || upTo === this.#reported) return
    this.#backOff = MIN_BACK_OFF_MS
    this.#upTo = upTo
    this.#passedOver += arrived.length
    if (isShared && events.length === 0 && this.#passedOver < CHECKPOINT_EVERY) return
    this.#passedOver = 0
    this.#reported = upTo
    await this.#subscriber.onEvents(events, upTo)
  }
}
