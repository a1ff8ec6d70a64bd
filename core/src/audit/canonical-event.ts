import type { StoredEvent } from '../kernel/envelope.js'

/** What JSON writes differently than it reads: control characters, quotes, backslashes, and surrogates without their other half. */
const ESCAPED = /[^ !#-[\]-\ud7ff\ue000-\uffff]/

/** The native writer costs more than it writes where there is nothing to escape. */
const canonicalText = (text: string): string => (ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`)

const canonicalList = (values: ReadonlyArray<unknown>): string => {
  let text = '['
  for (let at = 0; at < values.length; at++) text += `${at === 0 ? '' : ','}${canonicalJson(values[at] ?? null)}`
  return `${text}]`
}

const canonicalObject = (value: Readonly<Record<string, unknown>>): string => {
  const names = Object.keys(value)
  if (names.length > 1) names.sort()
  let text = '{'
  for (const name of names) {
    const member = value[name]
    if (member !== undefined) text += `${text.length === 1 ? '' : ','}${canonicalText(name)}:${canonicalJson(member)}`
  }
  return `${text}}`
}

/** JSON in its canonical form (RFC 8785): members sorted by name, no spaces, numbers as ECMAScript writes them. */
export const canonicalJson = (value: unknown): string => {
  if (typeof value === 'string') return canonicalText(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return Array.isArray(value) ? canonicalList(value) : canonicalObject(value as Readonly<Record<string, unknown>>)
}

/**
 * An event as it stands in the tree (docs/reference/history-proofs.md#the-entry-of-an-event): everything of it but its position, which is
 * each store's own. What is personal in it is sealed, so the text stays as it is when somebody is erased.
 */
export const canonicalEvent = ({ data, id, metadata, revision, stream, type, version }: StoredEvent): string =>
  canonicalObject({ data, id, metadata, revision, stream, type, version })
