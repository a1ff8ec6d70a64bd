import type { Position } from '@forgefold/core/kernel'
import type { AllRead, AllReadOptions, Subscriber, Subscription } from '@forgefold/core/ports'
import { filtered } from './event-filter.js'

/** One page of the whole history, read at once. */
export type Page = Extract<AllRead, { readonly kind: 'Read' }>

export type ReadPage = (options: AllReadOptions) => Page

export const PAGE = 512

const RETRY_MS = 250

/** Reads the page after a position once for all subscribers at that position, before their filters apply. */
export type ReadTail = (after: Position | undefined) => Page

/** The events just written, if they follow a position without a gap and are still in memory. */
export type ReadRecent = (after: Position | undefined) => Page | undefined

/** Where the readers of a feed read, and how they leave it. */
export interface ReaderSource {
  readonly read: ReadPage
  readonly recent: ReadRecent
  readonly gone: (reader: Reader) => void
}

/** One subscriber and its position in the history. */
export class Reader implements Subscription {
  readonly #source: ReaderSource
  readonly #subscriber: Subscriber
  #after: Position | undefined
  #running: Promise<void> | undefined
  #scheduled: NodeJS.Immediate | NodeJS.Timeout | undefined
  /** Caught up with the history, waiting for new events. */
  #live = false
  #announced = false
  /** Requests are answered since: a large batch would keep them waiting. */
  #hasCaughtUp = false
  /** Inside a call of the subscriber, which may itself append. */
  #handing = false
  #woken = false
  /** Woken while the subscriber was busy. */
  #missed = false
  #stopped = false

  constructor(source: ReaderSource, subscriber: Subscriber) {
    this.#source = source
    this.#subscriber = subscriber
    this.#after = subscriber.after
    this.#later()
  }

  /** Something new may have been stored: a caught-up reader delivers it before this returns, if its subscriber is synchronous. */
  wake(tail: ReadTail): void {
    if (this.#handing) this.#woken = true
    else if (this.#running !== undefined) this.#missed = true
    else if (this.#live) this.#deliver(tail)
  }

  async stop(): Promise<void> {
    this.#end()
    await this.#running
  }

  #end(): void {
    this.#stopped = true
    clearImmediate(this.#scheduled as NodeJS.Immediate)
    clearTimeout(this.#scheduled as NodeJS.Timeout)
    this.#source.gone(this)
  }

  #later(): void {
    this.#scheduled = setImmediate(() => this.#deliver())
  }

  #page(tail: ReadTail | undefined): Page | undefined {
    const { filter } = this.#subscriber
    try {
      const page = tail === undefined ? this.#source.recent(this.#after) : tail(this.#after)
      if (page !== undefined) return filter === undefined ? page : { ...page, events: filtered(page.events, filter) }
      return this.#source.read({
        limit: this.#hasCaughtUp ? PAGE : (this.#subscriber.atOnce ?? PAGE),
        ...(this.#after === undefined ? {} : { after: this.#after }),
        ...(filter === undefined ? {} : { filter }),
      })
    } catch {
      // A failed read is retried from the same position; the subscription continues.
      this.#scheduled = setTimeout(() => this.#deliver(), RETRY_MS)
      return undefined
    }
  }

  /** Delivers one page, and continues at once or later as long as there is more. */
  #deliver(tail?: ReadTail): void {
    if (this.#stopped || this.#handing || this.#running !== undefined) return
    const page = this.#page(tail)
    if (page === undefined) return
    if (page.upTo === undefined || page.upTo === this.#after) {
      this.#caughtUp()
      return
    }
    this.#after = page.upTo
    this.#hand(page, page.upTo)
  }

  #hand(page: Page, upTo: Position): void {
    this.#handing = true
    this.#woken = false
    try {
      const pending = this.#subscriber.onEvents(page.events, upTo)
      if (pending === undefined) this.#goOn(page.end)
      else this.#await(pending, page.end)
    } catch (error) {
      this.#drop(error)
    } finally {
      this.#handing = false
    }
  }

  #await(pending: Promise<void>, end: boolean): void {
    this.#live = false
    this.#missed = this.#woken
    this.#running = pending.then(
      () => {
        this.#running = undefined
        // Live events are read at once; between pages of a replay the event loop gets a turn.
        if (!end) this.#fallBehind()
        else if (this.#missed) this.#deliver()
        else this.#caughtUp()
      },
      (error: unknown) => {
        this.#running = undefined
        this.#drop(error)
      },
    )
  }

  #goOn(end: boolean): void {
    if (end && !this.#woken) this.#caughtUp()
    else this.#fallBehind()
  }

  #fallBehind(): void {
    this.#live = false
    this.#announced = false
    if (!this.#stopped) this.#later()
  }

  #caughtUp(): void {
    if (this.#stopped) return
    this.#live = true
    this.#hasCaughtUp = true
    if (this.#announced) return
    this.#announced = true
    try {
      this.#subscriber.onCaughtUp?.(this.#after)
    } catch (error) {
      this.#drop(error)
    }
  }

  #drop(error: unknown): void {
    if (this.#stopped) return
    this.#end()
    this.#subscriber.onDropped?.(error)
  }
}
