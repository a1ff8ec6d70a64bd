import { isSame } from '../kernel/changes.js'
import type { StoredEvent } from '../kernel/envelope.js'
import { type Document, fieldsOf } from './document.js'

/** Makes a document of a history from which events may be missing; undefined where it is not there then. */
export type DocumentOf = (events: ReadonlyArray<StoredEvent>) => Promise<Document | undefined>

/** One value, and the events without any one of which it would be another. */
export interface FieldBlame {
  readonly field: string
  readonly value: unknown
  /** Oldest first. */
  readonly events: ReadonlyArray<StoredEvent>
  /** The event that made the value what it is: the last of them, or else of those that made the thing. */
  readonly setBy: StoredEvent | undefined
}

/** Each value of a document and the events that made it. */
export interface Blame {
  readonly document: Document
  /** Without any one of them the thing would not be there: none of its values. */
  readonly existence: ReadonlyArray<StoredEvent>
  readonly fields: ReadonlyArray<FieldBlame>
}

export interface BlameOptions {
  /** Only of this field and those below it; default: all. */
  readonly field?: string | undefined
  /** The streams of the thing itself: who made it is sought there first. */
  readonly own: ReadonlyArray<string>
  readonly onProgress?: (done: number, of: number) => void
}

const isWanted = (field: string, wanted: string | undefined): boolean =>
  wanted === undefined || field === wanted || field.startsWith(`${wanted}.`)

/**
 * Finds for each value of a document the events that it hangs on, by leaving out one event after another: where the value then is another,
 * it hangs on that event. So a value stays what it is without an event that is not listed, and changes without one that is. Undefined where
 * there is no such document.
 */
export const blameOf = async (
  events: ReadonlyArray<StoredEvent>,
  documentOf: DocumentOf,
  { field: wanted, own, onProgress }: BlameOptions,
): Promise<Blame | undefined> => {
  const document = await documentOf(events)
  if (document === undefined) return undefined
  const values = [...fieldsOf(document)].filter(([field]) => isWanted(field, wanted))
  const listed = new Map<string, Array<StoredEvent>>(values.map(([field]) => [field, []]))
  const existence: Array<StoredEvent> = []
  for (const [at, event] of events.entries()) {
    onProgress?.(at, events.length)
    const without = await documentOf(events.toSpliced(at, 1))
    if (without === undefined) {
      existence.push(event)
      continue
    }
    const others = fieldsOf(without)
    for (const [field, value] of values)
      if (!others.has(field) || !isSame(others.get(field), value)) listed.get(field)?.push(event)
  }
  const made = existence.find(({ stream }) => own.includes(stream)) ?? existence.at(-1)
  const fields = values.map(([field, value]) => {
    const found = listed.get(field) ?? []
    return { field, value, events: found, setBy: found.at(-1) ?? made }
  })
  return { document, existence, fields }
}
