import type { Actor, Category, EventId, Instant, Position, StreamName } from '@forgefold/core/kernel'
import { categoryOf } from '@forgefold/core/kernel'
import { type EventFilter, type EventStore, lastEvent } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import { decodeEvent, eventCatalogues, type KnownEvent } from '../composition/index.js'
import { checkOptions, refuseUnknown, shown } from './known-names.js'

/** An event with its stream, time and actor. */
export type ForgeEvent = KnownEvent & {
  readonly id: EventId
  readonly stream: StreamName
  readonly category: Category
  /** Its position in the history: continue from here with `after`. */
  readonly position: Position
  readonly at: Instant
  readonly actor: Actor
}

export interface FeedOptions {
  /** The last known position; default: from the first event. */
  readonly after?: Position
  /** Only events of these categories: `deployment`, `merge_request`. */
  readonly categories?: ReadonlyArray<Category>
  /** Only events of these types. */
  readonly types?: ReadonlyArray<string>
}

/** Events one at a time, past ones first; leaving the loop ends it. */
export interface EventFeed extends AsyncIterableIterator<ForgeEvent> {
  /** Ends it from outside of the loop, also while it waits for the next event. */
  readonly return: () => Promise<IteratorResult<ForgeEvent, undefined>>
}

const OPTIONS: Readonly<Record<keyof FeedOptions, true>> = { after: true, categories: true, types: true }

/** Throws a sentence that lists what there is where an option, a category or a type is none: such a feed would be silent. */
export const checkFeed = (options: FeedOptions): void => {
  checkOptions('what subscribe is given', options, OPTIONS)
  const { after, categories = [...eventCatalogues.keys()], types = [] } = options
  if (after !== undefined && !(Number.isSafeInteger(after) && after >= 0))
    throw new RangeError(`after is ${shown(after)}; it is the position of an event`)
  for (const [name, list] of Object.entries({ categories, types }))
    if (!Array.isArray(list)) throw new RangeError(`${name} has to be a list`)
  for (const [name, list] of Object.entries({ categories, types: options.types ?? ['any'] }))
    if (list.length === 0) throw new RangeError(`${name} is empty: no event is of none`)
  refuseUnknown('category', categories, eventCatalogues.keys())
  const typesOf = (category: Category): ReadonlyArray<string> => eventCatalogues.get(category)?.types ?? []
  refuseUnknown('type', types, categories.flatMap(typesOf))
}

/** Throws where a position lies beyond the history, as one of another history does: such a feed would be silent. */
const refuseBeyond = async (store: EventStore, after: Position): Promise<void> => {
  const last = await lastEvent(store)
  const end = E.isRight(last) ? (last.right?.position ?? 0) : after
  if (after > end) throw new RangeError(`after is ${after}; the history ends at position ${end}`)
}

/**
 * Follows the history, and reads no more from the store than is asked for. Throws at an event that cannot be decoded, and where the history
 * has not reached `after`.
 */
async function* follow(
  store: EventStore,
  ended: AbortSignal,
  options: FeedOptions,
): AsyncGenerator<ForgeEvent, undefined> {
  const waiting: Array<ForgeEvent> = []
  let failure: { readonly error: unknown } | undefined
  let wake = (): void => undefined
  let drained = (): void => undefined
  const { after, categories = [...eventCatalogues.keys()], types } = options
  if (after !== undefined) await refuseBeyond(store, after)
  const filter: EventFilter = { categories, ...(types === undefined ? {} : { types }) }
  const subscription = store.subscribe({
    filter,
    ...(after === undefined ? {} : { after }),
    onEvents: async (events) => {
      for (const stored of events) {
        const { id, stream, position, metadata } = stored
        const event = decodeEvent(stored)
        if (E.isLeft(event)) throw new Error(`an event cannot be read: ${JSON.stringify(event.left)}`)
        const typedEvent = {
          id,
          stream,
          category: categoryOf(stream),
          position,
          at: metadata.at,
          actor: metadata.actor,
        }
        // The catalogues decode the events of their own aggregates, and no others were requested.
        waiting.push({ ...(event.right as KnownEvent), ...typedEvent })
      }
      const empty = new Promise<void>((resolve) => {
        drained = resolve
      })
      wake()
      await empty
    },
    onDropped: (error) => {
      failure = { error }
      wake()
    },
  })
  const stop = (): void => {
    drained()
    wake()
  }
  ended.addEventListener('abort', stop)
  try {
    for (;;) {
      const next = waiting.shift()
      if (next !== undefined) yield next
      else if (failure !== undefined) throw failure.error
      else if (ended.aborted) return undefined
      else {
        const more = new Promise<void>((resolve) => {
          wake = resolve
        })
        drained()
        await more
      }
    }
  } finally {
    ended.removeEventListener('abort', stop)
    drained()
    await subscription.stop()
  }
}

/** A feed that throws at its first event. */
export const failingFeed = (error: Error): EventFeed => {
  const feed: EventFeed = {
    next: () => Promise.reject(error),
    return: async () => ({ done: true, value: undefined }),
    [Symbol.asyncIterator]: () => feed,
  }
  return feed
}

/** A feed that ends with the signal. A generator alone would not hear `return()` while it waits for the next event. */
export const eventFeed = (store: EventStore, ended: AbortSignal, options: FeedOptions): EventFeed => {
  const left = new AbortController()
  const events = follow(store, AbortSignal.any([ended, left.signal]), options)
  const feed: EventFeed = {
    next: () => events.next(),
    return: () => {
      left.abort()
      return events.return(undefined)
    },
    [Symbol.asyncIterator]: () => feed,
  }
  return feed
}
