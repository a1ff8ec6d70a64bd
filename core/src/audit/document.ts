import { isSame } from '../kernel/changes.js'

/** A JSON object of the API. */
export type Document = Readonly<Record<string, unknown>>

const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const addFields = (document: Document, above: string, found: Map<string, unknown>): void => {
  for (const [name, value] of Object.entries(document)) {
    const field = `${above}${name}`
    if (isDocument(value) && Object.keys(value).length > 0) addFields(value, `${field}.`, found)
    else found.set(field, value)
  }
}

/**
 * The values of a document by their paths (`author.username`); a list is one value.
 *
 * @example
 * assert.equal(fieldsOf({ author: { username: 'jane' } }).get('author.username'), 'jane')
 */
export const fieldsOf = (document: Document): ReadonlyMap<string, unknown> => {
  const found = new Map<string, unknown>()
  addFields(document, '', found)
  return found
}

/** The difference in one field; undefined on a side where it is missing. */
export interface FieldChange {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

const NOTHING: Document = {}

/**
 * The differences between two versions of a document; undefined where it did not exist.
 *
 * @example
 * assert.deepEqual(documentChanges({ state: 'opened' }, { state: 'closed' }), [
 *   { field: 'state', from: 'opened', to: 'closed' },
 * ])
 */
export const documentChanges = (from: Document | undefined, to: Document | undefined): ReadonlyArray<FieldChange> => {
  const [before, after] = [fieldsOf(from ?? NOTHING), fieldsOf(to ?? NOTHING)]
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((field) => before.has(field) !== after.has(field) || !isSame(before.get(field), after.get(field)))
    .map((field) => ({ field, from: before.get(field), to: after.get(field) }))
}
