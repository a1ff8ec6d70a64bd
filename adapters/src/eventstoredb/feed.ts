import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  eventTypeFilter,
  excludeSystemEvents,
  type Filter,
  type Position as StorePosition,
  streamNameFilter,
} from '@eventstore/db-client'
import type { Position, StoredEvent } from '@forgefold/core/kernel'
import type { EventFilter, Subscriber, Subscription } from '@forgefold/core/ports'
import { matches } from '../event-store/event-filter.js'
import type { SoundClient } from './client.js'
import { positionFrom, positionTo } from './edge.js'
import type { Patience } from './patience.js'
import { isSystemRecord, recordMetadataIn, storedEventOf } from './record.js'
import { type Arrived, WholeAppends } from './whole-appends.js'

/** How many records the server looks at between two checkpoints. */
const CHECKPOINT_EVERY = 256
/** How many events wait here for a subscriber that is busy; the rest waits on the server. */
const BUFFERED = 256
const SHORTEST_BACK_OFF_MS = 20

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** As much of the filter as the server can apply: it takes stream prefixes or types, not both. */
const serverFilter = (
  filter: EventFilter | undefined,
  checkpointReached: (position: StorePosition) => void,
): Filter => {
  const options = {
    checkpointInterval: 1,
    maxSearchWindow: CHECKPOINT_EVERY,
    checkpointReached: (_: AllStreamSubscription, position: StorePosition) => checkpointReached(position),
  }
  const { categories, types } = filter ?? {}
  // Of no category or of no type: nothing passes, and yet one is told how far was looked.
  if (categories?.length === 0 || types?.length === 0) return eventTypeFilter({ regex: '^$', ...options })
  if (categories !== undefined)
    return streamNameFilter({ prefixes: categories.map((category) => `${category}-`), ...options })
  if (types !== undefined) return eventTypeFilter({ regex: `^(${types.map(escaped).join('|')})$`, ...options })
  return excludeSystemEvents(options)
}

/** One subscriber on its way through the history; takes it up again after every break, from where it was. */
export class Feed implements Subscription {
  readonly #client: SoundClient
  readonly #subscriber: Subscriber
  readonly #wanted: (event: StoredEvent) => boolean
  readonly #patience: Patience
  readonly #stopped = new AbortController()
  readonly #running: Promise<void>
  readonly #whole = new WholeAppends(BUFFERED)
  /** A filter by types alone may leave the rest of an append out, and then nothing would tell its end. */
  readonly #seesWhole: boolean
  #upTo: Position | undefined
  #backOff = SHORTEST_BACK_OFF_MS

  constructor(client: SoundClient, subscriber: Subscriber, patience: Patience, gone: (feed: Feed) => void) {
    this.#client = client
    this.#subscriber = subscriber
    this.#wanted = matches(subscriber.filter)
    this.#patience = patience
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
      this.#backOff = Math.min(this.#backOff * 2, this.#patience.longestBackOff)
    }
  }

  /** One subscription of the client from where we are, until it breaks. */
  async #follow(): Promise<void> {
    this.#whole.clear()
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
    const subscription = this.#client
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
    const confirmation = setTimeout(breaks, this.#patience.readTimeout)
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
