import type { Position } from '@forgefold/core/kernel'
import type { AllRead, AllReadOptions, EventStore } from '@forgefold/core/ports'
import type { StorePlace } from './world.js'

type Page = Extract<AllRead, { readonly kind: 'Read' }>

const cut = (page: Page, begins: Position): Page => {
  const events = page.events.filter(({ position }) => position > begins)
  const isBefore = page.upTo !== undefined && page.upTo <= begins
  return { ...page, events, upTo: isBefore ? events.at(-1)?.position : page.upTo, end: page.end || isBefore }
}

/** The same history without what stood there before: laws ask for the whole of it, and on a node that lasts that would be everybody's. */
const from = (store: EventStore, begins: Position): EventStore => ({
  ...store,
  readAll: async (options: AllReadOptions = {}) => {
    const forwards = options.direction !== 'backwards'
    const read = await store.readAll(forwards ? { after: begins, ...options } : options)
    return read.kind === 'Read' ? cut(read, begins) : read
  },
  subscribe: (subscriber) => store.subscribe({ after: begins, ...subscriber }),
})

/**
 * A place on a server that is there before and after: only what is written from now on belongs to it.
 *
 * @example
 * import { makeMemoryEventStore, MemoryHistory } from '@forgefold/adapters/memory'
 * const history = new MemoryHistory()
 * const place = await lastingPlace(() => makeMemoryEventStore(history))
 * assert.deepEqual((await (await place.connect()).readAll()).events, [])
 * await place.remove()
 */
export const lastingPlace = async (open: () => EventStore): Promise<StorePlace> => {
  const store = open()
  const head = await store.readAll({ direction: 'backwards', limit: 1 })
  await store.close()
  if (head.kind !== 'Read') throw new Error(`the node does not answer: ${head.reason}`)
  const begins = head.events[0]?.position
  return {
    connect: async () => {
      const opened = open()
      if (begins === undefined) return opened
      const bound: EventStore = {
        append: (...given) => opened.append(...given),
        readStream: (...given) => opened.readStream(...given),
        readAll: (...given) => opened.readAll(...given),
        subscribe: (...given) => opened.subscribe(...given),
        close: () => opened.close(),
      }
      return from(bound, begins)
    },
    remove: async () => undefined,
  }
}
