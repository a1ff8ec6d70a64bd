import { setTimeout as sleep } from 'node:timers/promises'
import type { AllStreamResolvedEvent, AllStreamSubscription } from '@eventstore/db-client'
import type { Position, StoredEvent } from '@forgefold/core/kernel'
import type { Subscriber, Subscription } from '@forgefold/core/ports'
import { matches } from '../event-store/event-filter.js'
import type { GuardedClient } from './client.js'
import { historyEnd } from './history-end.js'
import { positionFrom, positionTo } from './int64.js'
import type { Reads } from './reads.js'
import { isSystemRecord, recordMetadataIn, storedEventOf } from './record.js'
import { serverFilter } from './server-filter.js'
import type { Timeouts } from './timeouts.js'
import { type Arrived, WholeAppends } from './whole-appends.js'

/** How many events wait here for a subscriber that is busy; the rest waits on the server. */
const BUFFERED = 256
const SHORTEST_BACK_OFF_MS = 20

/** Where the records come from. */
export interface FeedSource {
  readonly client: GuardedClient
  readonly reads: Reads
  readonly patience: Timeouts
}

const later = (one: Position | undefined, other: Position | undefined): Position | undefined =>
  one === undefined || (other !== undefined && other > one) ? other : one

/** One subscriber on its way through the history; takes it up again after every break, from where it was. */
export class Feed implements Subscription {
  readonly #source: FeedSource
  readonly #subscriber: Subscriber
  readonly #wanted: (event: StoredEvent) => boolean
  readonly #stopped = new AbortController()
  readonly #running: Promise<void>
  readonly #whole = new WholeAppends(BUFFERED)
  /** A filter by types alone may leave the rest of an append out, and then nothing would tell its end. */
  readonly #seesWhole: boolean
  #upTo: Position | undefined
  #backOff = SHORTEST_BACK_OFF_MS

  constructor(source: FeedSource, subscriber: Subscriber, gone: (feed: Feed) => void) {
    this.#source = source
    this.#subscriber = subscriber
    this.#wanted = matches(subscriber.filter)
    this.#upTo = subscriber.after
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
      try {
        await this.#follow()
      } catch (error) {
        // Only the subscriber's own failure comes this far.
        if (this.#over) return
        this.#stopped.abort()
        this.#subscriber.onDropped?.(error)
        return
      }
      if (this.#over) return
      await sleep(this.#backOff, undefined, { signal: this.#stopped.signal }).catch(() => undefined)
      this.#backOff = Math.min(this.#backOff * 2, this.#source.patience.longestBackOff)
    }
  }

  /** One subscription of the client from where we are, until it breaks. */
  async #follow(): Promise<void> {
    this.#whole.clear()
    // No checkpoint comes with `caughtUp`: what stood there before the subscription has then been looked at all the same.
    const head = await historyEnd(this.#source, this.#stopped.signal)
    if (head === undefined || this.#over) return
    let checkpoint: Position | undefined
    let caughtUp = false
    let broken = false
    let wake = (): void => undefined
    const stirred = (): void => wake()
    const filter = serverFilter(this.#subscriber.filter, (position) => {
      // The client has no ear for what is thrown here.
      if (position.commit <= BigInt(Number.MAX_SAFE_INTEGER)) checkpoint = positionFrom(position.commit)
      stirred()
    })
    const subscription = this.#source.client
      .touch()
      .subscribeToAll(
        { fromPosition: this.#upTo === undefined ? 'start' : positionTo(this.#upTo), filter },
        { highWaterMark: BUFFERED },
      )
    const breaks = (): void => {
      broken = true
      stirred()
    }
    // One that is not even confirmed will never come to anything; a confirmed one may well be silent for hours.
    const confirmation = setTimeout(breaks, this.#source.patience.readTimeout)
    subscription.on('confirmation', () => clearTimeout(confirmation))
    subscription.on('readable', stirred)
    subscription.on('caughtUp', () => {
      caughtUp = true
      stirred()
    })
    subscription.on('error', breaks)
    subscription.on('end', breaks)
    subscription.on('close', breaks)
    this.#stopped.signal.addEventListener('abort', stirred)
    try {
      while (!this.#over) {
        const asleep = new Promise<void>((resolve) => {
          wake = resolve
        })
        // What is said of the end while a subscriber is busy holds only once what came before it was handed over too.
        const end = caughtUp
        if (end) {
          // Another node may not know yet what this one told of: no position may be taken for looked at there.
          if (!(await head.stillThere())) return
          checkpoint = later(checkpoint, head.position)
        }
        const drained = await this.#deliver(subscription, () => checkpoint)
        if (this.#over) return
        if (!drained) continue
        if (end) {
          caughtUp = false
          this.#subscriber.onCaughtUp?.(this.#upTo)
        }
        if (broken) return
        await asleep
      }
    } finally {
      clearTimeout(confirmation)
      this.#stopped.signal.removeEventListener('abort', stirred)
      // Unsubscribing from what never came to be fails, and that is as good.
      subscription.unsubscribe().then(undefined, () => undefined)
    }
  }

  /** Hands over what has come; true where nothing more is waiting. A checkpoint counts once all that came before it was handed over. */
  async #deliver(subscription: AllStreamSubscription, checkpoint: () => Position | undefined): Promise<boolean> {
    const arrived: Array<Arrived> = []
    let reached = this.#whole.end ?? this.#upTo
    let drained = false
    for (let taken = this.#whole.held; taken < BUFFERED; taken++) {
      const resolved: AllStreamResolvedEvent | null = subscription.read()
      if (resolved === null) {
        drained = true
        break
      }
      const record = resolved.event
      if (record === undefined) continue
      const position = positionFrom(record.position.commit)
      // Seen before: a subscription begins after its place, but nobody is told anything twice even so.
      if (reached !== undefined && position <= reached) continue
      reached = position
      if (isSystemRecord(record)) arrived.push({ position, event: undefined, more: false })
      else {
        const event = storedEventOf(record)
        const more = this.#seesWhole && recordMetadataIn(record)?.more === true
        arrived.push({ position, event: this.#wanted(event) ? event : undefined, more })
      }
    }
    const { events, upTo: whole = this.#upTo } = this.#whole.take(arrived)
    const isWhole = this.#whole.end === undefined
    const looked = drained && isWhole ? checkpoint() : undefined
    const upTo = looked !== undefined && (whole === undefined || looked > whole) ? looked : whole
    if (upTo === undefined || upTo === this.#upTo) return drained
    this.#backOff = SHORTEST_BACK_OFF_MS
    await this.#subscriber.onEvents(events, upTo)
    this.#upTo = upTo
    return drained
  }
}
