// #region store
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { decideAppend, Feed, pageOf, sliceOf } from '@forgefold/adapters/event-store'
import type { StoredEvent, StreamName } from '@forgefold/core/kernel'
import type { AllReadOptions, EventStore } from '@forgefold/core/ports'

const CLOSED = { kind: 'Unavailable', reason: 'the event store is closed' } as const

/** A history in a file: each line is one append. */
export const openLinesEventStore = (file: string): EventStore => {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole !== text) truncateSync(file, Buffer.byteLength(whole))
  const all: Array<StoredEvent> = whole.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)))
  const streamOf = (stream: StreamName) => all.filter((event) => event.stream === stream)
  const page = (options: AllReadOptions) => structuredClone(pageOf(all, options))
  const feed = new Feed(page)
  let closed = false
  return {
    append: async (stream, given, expected) => {
      if (closed) return CLOSED
      const decision = decideAppend(streamOf(stream), given, expected)
      if (decision.kind !== 'Write') return decision
      const place = (n: number) => ({ stream, revision: decision.from + n, position: all.length + n + 1 })
      const line = JSON.stringify(given.map((event, n) => ({ ...event, ...place(n) })))
      appendFileSync(file, `${line}\n`, { flush: true })
      all.push(...(JSON.parse(line) as ReadonlyArray<StoredEvent>))
      feed.wake()
      const { revision, position } = all.at(-1) as StoredEvent
      return { kind: 'Appended', revision, position }
    },
    readStream: async (stream, options = {}) => (closed ? CLOSED : structuredClone(sliceOf(streamOf(stream), options))),
    readAll: async (options = {}) => (closed ? CLOSED : page(options)),
    subscribe: (subscriber) => feed.subscribe(subscriber),
    close: async () => {
      closed = true
      await feed.close()
    },
  }
}
// #endregion
