import type { Position, StoredEvent } from '@forgefold/core/kernel'
import type { Subscriber, Subscription } from '@forgefold/core/ports'
import { PAGE, type Page, Reader, type ReadPage, type ReadTail } from './feed-reader.js'

/** The events as a page, where they follow a position without a gap: nobody else has written in between. */
const followingPage = (events: ReadonlyArray<StoredEvent>, after: Position | undefined): Page | undefined => {
  const upTo = events.at(-1)?.position
  const follows =
    upTo !== undefined && upTo === (after ?? 0) + events.length && events[0]?.position === (after ?? 0) + 1
  return follows ? { kind: 'Read', events, upTo, end: true } : undefined
}

/** Carries the history of an embedded store to its subscribers: first what was, then what comes, without a seam. */
export class Feed {
  readonly #readers = new Set<Reader>()
  readonly #read: ReadPage
  readonly #readTail: ReadTail
  #tail: ReadTail | undefined

  /** `readTail` may be given where reading the few events at the end can be done cheaper than reading a page. */
  constructor(read: ReadPage, readTail?: (after: Position | undefined, limit: number) => Page) {
    this.#read = read
    this.#readTail = (from) =>
      readTail?.(from, PAGE) ?? read({ limit: PAGE, ...(from === undefined ? {} : { after: from }) })
  }

  get idle(): boolean {
    return this.#readers.size === 0
  }

  subscribe(subscriber: Subscriber): Subscription {
    const reader = new Reader(this.#read, subscriber, (gone) => this.#readers.delete(gone))
    this.#readers.add(reader)
    return reader
  }

  /**
   * To be called after each commit, before the writers learn of it: so a projection shows a write before its writer hears of it. `written` may
   * be given where it is known what was written: whoever stands just before it need not read it.
   */
  wake(written: ReadonlyArray<StoredEvent> = []): void {
    let after: Position | undefined
    let page: Page | undefined
    const tail: ReadTail = (from) => {
      if (page === undefined || from !== after || tail !== this.#tail)
        page = followingPage(written, from) ?? this.#readTail(from)
      after = from
      return page
    }
    // A subscriber may append and so wake everybody anew: what was read before that is no longer the end.
    this.#tail = tail
    for (const reader of this.#readers) reader.wake(tail)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#readers].map((reader) => reader.stop()))
  }
}
