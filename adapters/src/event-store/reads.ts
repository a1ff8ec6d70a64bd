import type { Revision, StoredEvent } from '@forgefold/core/kernel'
import type { AllReadOptions, StreamRead, StreamReadOptions } from '@forgefold/core/ports'
import { matches } from './event-filter.js'
import type { Page } from './feed-reader.js'

/** A whole history in order, with positions from 1 without gaps; an array is one. */
export interface OrderedEvents {
  readonly at: (index: number) => StoredEvent | undefined
  readonly length: number
}

/**
 * A page of the whole history, as the answer of `EventStore.readAll`.
 *
 * @example
 * assert.deepEqual(pageOf([], {}), { kind: 'Read', events: [], upTo: undefined, end: true })
 */
export const pageOf = (
  history: OrderedEvents,
  { after, direction = 'forwards', limit = 1000, filter }: AllReadOptions,
): Page => {
  const wanted = matches(filter)
  const eventAt = (index: number): StoredEvent | undefined => (index < 0 ? undefined : history.at(index))
  const events: Array<StoredEvent> = []
  const step = direction === 'forwards' ? 1 : -1
  let index = direction === 'forwards' ? (after ?? 0) : Math.min((after ?? Infinity) - 2, history.length - 1)
  let upTo = after
  for (; events.length < limit; index += step) {
    const event = eventAt(index)
    if (event === undefined) return { kind: 'Read', events, upTo, end: true }
    if (wanted(event)) events.push(event)
    upTo = event.position
  }
  return { kind: 'Read', events, upTo, end: eventAt(index) === undefined }
}

/**
 * A part of a stream whose events are all in memory, as the answer of `EventStore.readStream`.
 *
 * @example
 * assert.deepEqual(sliceOf([], {}), { kind: 'StreamNotFound' })
 */
export const sliceOf = (
  stream: ReadonlyArray<StoredEvent>,
  { from, direction = 'forwards', limit = 1000 }: StreamReadOptions,
): StreamRead => {
  if (stream.length === 0) return { kind: 'StreamNotFound' }
  const head = (stream.length - 1) as Revision
  if (direction === 'forwards') {
    const first = from ?? 0
    return { kind: 'Read', events: stream.slice(first, first + limit), head }
  }
  const last = Math.min(from ?? head, head)
  return { kind: 'Read', events: stream.slice(Math.max(0, last + 1 - limit), last + 1).reverse(), head }
}
