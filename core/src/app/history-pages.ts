import * as E from 'fp-ts/lib/Either.js'
import type { Position, StoredEvent } from '../kernel/envelope.js'
import { type Rejection, unavailable } from '../kernel/rejection.js'
import type { AllRead, AllReadOptions, EventStore } from '../ports/event-store.js'
import { retried, STORE_OUTAGE } from './retry.js'

/** A page of the whole history. */
export type HistoryPage = Extract<AllRead, { readonly kind: 'Read' }>

const PAGE = 500

/**
 * Reads a page. While the store is unavailable it is asked again for some time, so that long-running work does not fail. Rejections: `Unavailable`.
 *
 * Where more pages follow it ends in a later turn of the event loop: a store on this thread answers at once, so a walk through a long history
 * would keep everybody else waiting.
 */
export const readPage = async (
  store: Pick<EventStore, 'readAll'>,
  options: AllReadOptions,
  pause: (milliseconds: number) => Promise<void>,
): Promise<E.Either<Rejection, HistoryPage>> => {
  let reason = ''
  const page = await retried(STORE_OUTAGE, pause, async () => {
    const read = await store.readAll(options)
    if (read.kind === 'Read') return read
    reason = read.reason
    return undefined
  })
  if (page?.end === false) await pause(0)
  return E.fromNullable(unavailable(reason))(page)
}

/** Walks a whole history, event by event; a rejection ends the walk. */
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
