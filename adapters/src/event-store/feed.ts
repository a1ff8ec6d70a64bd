import type { Position, StoredEvent } from '@forgefold/core/kernel'
import type { Subscriber, Subscription } from '@forgefold/core/ports'
import { PAGE, type Page, Reader, type ReaderSource, type ReadPage, type ReadTail } from './feed-reader.js'

/** The number of events kept in memory for subscribers that were busy when they were written. */
const BUFFER_SIZE = PAGE

/** Delivers the history of an embedded store to its subscribers: stored events first, then live ones, without gaps or duplicates. */
export class Feed {
  readonly #readers = new Set<Reader>()
  readonly #source: ReaderSource
  readonly #readTail: ReadTail
  #tail: ReadTail | undefined
  /** The last events written that are still in memory, without a gap. */
  #recent: ReadonlyArray<StoredEvent> = []

  /** `readTail` is an optional cheaper way to read the few events at the end. */
  constructor(read: ReadPage, readTail?: (after: Position | undefined, limit: number) => Page) {
    this.#source = {
      read,
      recent: (after) => this.#recentPage(after),
      gone: (reader) => this.#readers.delete(reader),
    }
    this.#readTail = (from) =>
      readTail?.(from, PAGE) ?? read({ limit: PAGE, ...(from === undefined ? {} : { after: from }) })
  }

  get idle(): boolean {
    return this.#readers.size === 0
  }

  /** Whether every event up to this position was announced, which means that no other process has written since. */
  knows(position: Position): boolean {
    return this.#recent.at(-1)?.position === position
  }

  subscribe(subscriber: Subscriber): Subscription {
    const reader = new Reader(this.#source, subscriber)
    this.#readers.add(reader)
    return reader
  }

  /**
   * To be called after each commit, before the writers learn of it: so a projection shows a write before its writer hears of it. `written` may
   * be given where it is known what was written: a subscriber that is just before it, or a little before, need not read it.
   */
  wake(written: ReadonlyArray<StoredEvent> = []): void {
    this.#keep(written)
    let after: Position | undefined
    let page: Page | undefined
    const tail: ReadTail = (from) => {
      if (page === undefined || from !== after || tail !== this.#tail)
        page = this.#recentPage(from) ?? this.#readTail(from)
      after = from
      return page
    }
    // A subscriber may append and so start another round: the page read before is then no longer the end.
    this.#tail = tail
    for (const reader of this.#readers) reader.wake(tail)
  }

  /** After a commit of unknown content the events in memory are no longer the end of the history. */
  #keep(written: ReadonlyArray<StoredEvent>): void {
    const follows = written[0]?.position === (this.#recent.at(-1)?.position ?? 0) + 1
    this.#recent = (follows ? this.#recent.concat(written) : written).slice(-BUFFER_SIZE)
  }

  #recentPage(after: Position = 0 as Position): Page | undefined {
    const first = this.#recent[0]
    const last = this.#recent.at(-1)
    if (first === undefined || last === undefined || after >= last.position) return undefined
    const isWhole = last.position === first.position + this.#recent.length - 1 && after >= first.position - 1
    if (!isWhole) return undefined
    return { kind: 'Read', events: this.#recent.slice(after + 1 - first.position), upTo: last.position, end: true }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#readers].map((reader) => reader.stop()))
  }
}
