// #region store
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { encodeEvents, evaluate, exceedsAppendLimit, Feed, matches, type Page } from '@forgefold/adapters/event-store'
import type { Revision, StoredEvent, StreamName } from '@forgefold/core/kernel'
import { type AllReadOptions, type EventStore, MAX_APPEND_BYTES } from '@forgefold/core/ports'

const CLOSED = { kind: 'Unavailable', reason: 'the event store is closed' } as const

/** A history in a file: each line is one append. */
export const openLinesEventStore = (file: string): EventStore => {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole !== text) truncateSync(file, Buffer.byteLength(whole))
  const all: Array<StoredEvent> = whole.split('\n').flatMap((line) => (line === '' ? [] : JSON.parse(line)))
  let closed = false
  const streamOf = (stream: StreamName) => all.filter((event) => event.stream === stream)
  const page = ({ after, direction = 'forwards', limit = 1000, filter }: AllReadOptions): Page => {
    const rest = direction === 'forwards' ? all.slice(after ?? 0) : all.slice(0, after && after - 1).reverse()
    const wanted = rest.filter(matches(filter))
    const shown = wanted.slice(0, limit)
    const end = wanted.length <= limit && (wanted.length < limit || shown.at(-1) === rest.at(-1))
    return { kind: 'Read', events: structuredClone(shown), upTo: (end ? rest : shown).at(-1)?.position ?? after, end }
  }
  const feed = new Feed(page)
  return {
    append: async (stream, given, expected) => {
      if (closed) return CLOSED
      const encoded = encodeEvents(given)
      if (exceedsAppendLimit(encoded)) return { kind: 'TooLarge', limit: MAX_APPEND_BYTES }
      const own = streamOf(stream)
      const stands = (revision: number, id: string) => own[revision]?.id === id
      const revisionOf = (id: string) => own.filter((event) => event.id === id).at(-1)?.revision
      const ids = encoded.map(({ id }) => id)
      const verdict = evaluate({ head: own.length - 1, stands, revisionOf }, expected, ids)
      if (verdict.kind === 'Conflict') return { kind: 'Conflict', head: own.at(-1)?.revision }
      if (verdict.kind === 'Stands') {
        const revision = verdict.revision as Revision
        return { kind: 'AlreadyAppended', revision, position: own[revision]?.position }
      }
      const placed = given.map((event, n) => ({
        ...event,
        stream,
        revision: verdict.from + n,
        position: all.length + n + 1,
      }))
      const line = JSON.stringify(placed)
      appendFileSync(file, `${line}\n`, { flush: true })
      const events: ReadonlyArray<StoredEvent> = JSON.parse(line)
      all.push(...events)
      feed.wake()
      const { revision, position } = events.at(-1) as StoredEvent
      return { kind: 'Appended', revision, position }
    },
    readStream: async (stream, { from, direction = 'forwards', limit = 1000 } = {}) => {
      if (closed) return CLOSED
      const own = streamOf(stream)
      const head = own.at(-1)?.revision
      if (head === undefined) return { kind: 'StreamNotFound' }
      const ahead = own.slice(
        direction === 'forwards' ? from : 0,
        direction === 'forwards' ? undefined : (from ?? head) + 1,
      )
      return {
        kind: 'Read',
        events: structuredClone((direction === 'forwards' ? ahead : ahead.reverse()).slice(0, limit)),
        head,
      }
    },
    readAll: async (options = {}) => (closed ? CLOSED : page(options)),
    subscribe: (subscriber) => feed.subscribe(subscriber),
    close: async () => {
      closed = true
      await feed.close()
    },
  }
}
// #endregion
