import { isSame } from '../kernel/changes.js'
import type { Position, StoredEvent } from '../kernel/envelope.js'
import { type Document, fieldsOf } from './document.js'

/** Makes a document of a history from which events may be missing; undefined where it is not there then. */
export type DocumentOf = (events: ReadonlyArray<StoredEvent>) => Promise<Document | undefined>

/** One value, and the events without any one of which it would be another. */
export interface FieldBlame {
  readonly field: string
  readonly value: unknown
  /** Oldest first. */
  readonly events: ReadonlyArray<StoredEvent>
  /** The event that made the value what it is: the last of them, or else of those that made the thing; undefined where an older part may tell. */
  readonly setBy: StoredEvent | undefined
}

/** Where the next part of a blame goes on. */
export interface BlamePlace {
  /** The oldest event that was left out. */
  readonly before: Position
  /** The event that made the thing, as far as it is known by then. */
  readonly made: Position | undefined
}

/** Each value of a document and the events that made it. */
export interface Blame {
  readonly document: Document
  /** Without any one of them the thing would not be there: none of its values. */
  readonly existence: ReadonlyArray<StoredEvent>
  readonly fields: ReadonlyArray<FieldBlame>
  /** How many events were left out, one after another. */
  readonly tried: number
  /** Undefined where nothing older is to be left out. */
  readonly next: BlamePlace | undefined
}

export interface BlameOptions {
  /** Only of this field and those below it; default: all. */
  readonly field?: string | undefined
  /** The streams of the thing itself: who made it is sought there first. */
  readonly own: ReadonlyArray<string>
  /** The `next` of the part before, which was of newer events; undefined: from the newest on. */
  readonly from?: BlamePlace | undefined
  /** How many events to leave out, at the most; default: all. */
  readonly most?: number
  readonly onProgress?: (done: number, of: number) => void
}

const isWanted = (field: string, wanted: string | undefined): boolean =>
  wanted === undefined || field === wanted || field.startsWith(`${wanted}.`)

/** Which event made the thing: the first of its own without which it would not be there, or else the last of all of those. */
const makerOf = (
  existence: ReadonlyArray<StoredEvent>,
  known: StoredEvent | undefined,
  own: ReadonlyArray<string>,
): StoredEvent | undefined => {
  const all = known === undefined ? existence : [...existence, known]
  return all.find(({ stream }) => own.includes(stream)) ?? all.at(-1)
}

/**
 * Finds for each value of a document the events that it hangs on, by leaving out one event after another: where the value then is another,
 * it hangs on that event. So a value stays what it is without an event that is not listed, and changes without one that is. It begins with
 * the newest event, and may be done in parts: the events of a value are those of all parts, and it was set by the one that the first part
 * names which names any. Undefined where there is no such document.
 *
 * @example
 * assert.equal(await blameOf([], async () => undefined, {}), undefined)
 */
export const blameOf = async (
  events: ReadonlyArray<StoredEvent>,
  documentOf: DocumentOf,
  { field: wanted, own, from, most = Number.POSITIVE_INFINITY, onProgress }: BlameOptions,
): Promise<Blame | undefined> => {
  const document = await documentOf(events)
  if (document === undefined) return undefined
  const values = [...fieldsOf(document)].filter(([field]) => isWanted(field, wanted))
  const listed = new Map<string, Array<StoredEvent>>(values.map(([field]) => [field, []]))
  const existence: Array<StoredEvent> = []
  const end = from === undefined ? events.length : events.filter(({ position }) => position < from.before).length
  const start = Math.max(0, end - most)
  for (let at = end - 1; at >= start; at--) {
    const event = events[at] as StoredEvent
    onProgress?.(events.length - 1 - at, events.length)
    const without = await documentOf(events.toSpliced(at, 1))
    if (without === undefined) {
      existence.unshift(event)
      continue
    }
    const others = fieldsOf(without)
    for (const [field, value] of values)
      if (!others.has(field) || !isSame(others.get(field), value)) listed.get(field)?.unshift(event)
  }
  const known = events.find(({ position }) => position === from?.made)
  const made = makerOf(existence, known, own)
  const fields = values.map(([field, value]) => {
    const found = listed.get(field) ?? []
    return { field, value, events: found, setBy: found.at(-1) ?? (start === 0 ? made : undefined) }
  })
  const oldest = events[start]
  const next = start === 0 || oldest === undefined ? undefined : { before: oldest.position, made: made?.position }
  return { document, existence, fields, tried: end - start, next }
}
