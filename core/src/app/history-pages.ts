import * as E from 'fp-ts/lib/Either.js'
import type { Position, StoredEvent } from '../kernel/envelope.js'
import { type Rejection, unavailable } from '../kernel/rejection.js'
import type { AllRead, AllReadOptions, EventStore } from '../ports/event-store.js'

type Page = Extract<AllRead, { readonly kind: 'Read' }>

const ATTEMPTS = 8
const PAGE = 500

/** Reads a page, patiently: a store that is away for a moment does not end long work. Rejections: `Unavailable`. */
export const readPage = async (
  store: EventStore,
  options: AllReadOptions,
  pause: (milliseconds: number) => Promise<void>,
): Promise<E.Either<Rejection, Page>> => {
  for (let attempt = 1; ; attempt++) {
    const page = await store.readAll(options)
    if (page.kind === 'Read') return E.right(page)
    if (attempt === ATTEMPTS) return E.left(unavailable(page.reason))
    await pause(20 * 2 ** attempt)
  }
}

/** A whole history, one event after another; a rejection is the last that comes. */
export async function* walkHistory(
  store: EventStore,
  pause: (milliseconds: number) => Promise<void>,
): AsyncGenerator<E.Either<Rejection, StoredEvent>> {
  let after: Position | undefined
  for (;;) {
    const page = await readPage(store, { limit: PAGE, ...(after === undefined ? {} : { after }) }, pause)
    if (E.isLeft(page)) {
      yield page
      return
    }
    for (const event of page.right.events) yield E.right(event)
    if (page.right.end) return
    after = page.right.upTo
  }
}
