import { isSame } from '../kernel/changes.js'
import type { Position, StoredEvent } from '../kernel/envelope.js'
import { type Document, fieldsOf } from './document.js'

/**
 * Builds a document from a history that may lack events; undefined where the document does not exist then. The first `alike` events are those
 * of the next calls as well, so what they lead to may be kept.
 */
export type DocumentOf = (events: ReadonlyArray<StoredEvent>, alike?: number) => Promise<Document | undefined>

/** So many events in a row are left out of histories that begin alike: what comes before them is applied once, at the cost of a few replays. */
const BLOCK = 24

/** One value, and the events on which it depends: without any one of them it would be different. */
export interface FieldBlame {
  readonly field: string
  readonly value: unknown
  /** Oldest first. */
  readonly events: ReadonlyArray<StoredEvent>
  /**
   * The event that set the present value: the last of them, or else the last of those that created the document's subject; undefined where an
   * older part may name it.
   */
  readonly setBy: StoredEvent | undefined
}

/** Where the next part of a blame continues. */
export interface BlamedField {
  /** The oldest event that was left out so far. */
  readonly before: Position
  /** The event that created the subject, as far as it is known by then. */
  readonly made: Position | undefined
}

/** Each value of a document and the events that made it. */
export interface Blame {
  readonly document: Document
  /** Without any one of these events the document would not exist. */
  readonly existence: ReadonlyArray<StoredEvent>
  readonly fields: ReadonlyArray<FieldBlame>
  /** How many events were left out, one at a time. */
  readonly tried: number
  /** Undefined where no older event is left to try. */
  readonly next: BlamedField | undefined
}

export interface BlameOptions {
  /** Only of this field and those below it; default: all. */
  readonly field?: string | undefined
  /** The streams of the subject itself: its creation is sought there first. */
  readonly own: ReadonlyArray<string>
  /** The `next` of the previous part, which covered newer events; undefined: from the newest on. */
  readonly from?: BlamedField | undefined
  /** The most events to leave out; default: all. */
  readonly most?: number
  readonly onProgress?: (done: number, of: number) => void
}

const isWanted = (field: string, wanted: string | undefined): boolean =>
  wanted === undefined || field === wanted || field.startsWith(`${wanted}.`)

/** The event that created the subject: the first of its own on which its existence depends, or else the last of all on which it does. */
const makerOf = (
  existence: ReadonlyArray<StoredEvent>,
  known: StoredEvent | undefined,
  own: ReadonlyArray<string>,
): StoredEvent | undefined => {
  const all = known === undefined ? existence : [...existence, known]
  return all.find(({ stream }) => own.includes(stream)) ?? all.at(-1)
}

/**
 * Finds the events on which each value of a document depends, by leaving out one event after another: where the value changes, it depends on
 * that event. It begins with the newest event, and may be done in parts. The events of a value are those of all parts together; it was set by
 * the event that the first part names that names one. Undefined where there is no such document.
 *
 * @example
 * assert.equal(await blameOf([], async () => undefined, {}), undefined)
 */
export const blameOf = async (
  events: ReadonlyArray<StoredEvent>,
  documentOf: DocumentOf,
  { field: wanted, own, from, most = Number.POSITIVE_INFINITY, onProgress }: BlameOptions,
): Promise<Blame | undefined> => {
  const end = from === undefined ? events.length : events.filter(({ position }) => position < from.before).length
  const start = Math.max(0, end - most)
  const document = await documentOf(events, Math.max(start, end - BLOCK))
  if (document === undefined) return undefined
  const values = [...fieldsOf(document)].filter(([field]) => isWanted(field, wanted))
  const listed = new Map<string, Array<StoredEvent>>(values.map(([field]) => [field, []]))
  const existence: Array<StoredEvent> = []
  for (let at = end - 1; at >= start; at--) {
    const event = events[at] as StoredEvent
    onProgress?.(events.length - 1 - at, events.length)
    const alike = Math.max(start, end - BLOCK * Math.ceil((end - at) / BLOCK))
    const without = await documentOf(events.toSpliced(at, 1), alike)
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
