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

/** Member names as an object has them, and sorted, each with what stands between it and its value. */
interface Shape {
  readonly names: ReadonlyArray<string>
  readonly sorted: ReadonlyArray<string>
  readonly labels: ReadonlyArray<string>
}

const MOST_OF_A_FIRST_NAME = 16
const MOST_FIRST_NAMES = 1000

/** Shapes by the first of their names: events of a type have the same, and to sort names costs more than to compare them. */
const shapes = new Map<string, Array<Shape>>()

const sameNames = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean => {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}

const shapeOf = (names: ReadonlyArray<string>): Shape => {
  const first = names[0] ?? ''
  const alike = shapes.get(first)
  if (alike !== undefined) for (const shape of alike) if (sameNames(shape.names, names)) return shape
  const sorted = [...names].sort()
  const shape = { names, sorted, labels: sorted.map((name) => `${canonicalText(name)}:`) }
  if (alike === undefined) {
    if (shapes.size < MOST_FIRST_NAMES) shapes.set(first, [shape])
  } else if (alike.length < MOST_OF_A_FIRST_NAME) alike.push(shape)
  return shape
}

const canonicalObject = (value: Readonly<Record<string, unknown>>): string => {
  const { sorted, labels } = shapeOf(Object.keys(value))
  let text = ''
  for (let at = 0; at < sorted.length; at++) {
    const member = value[sorted[at] as string]
    if (member !== undefined) text += `${text === '' ? '' : ','}${labels[at]}${canonicalJson(member)}`
  }
  return `{${text}}`
}

/**
 * JSON in its canonical form (RFC 8785): members sorted by name, no spaces, numbers as ECMAScript writes them.
 *
 * @example
 * assert.equal(canonicalJson({ b: 1, a: [2] }), '{"a":[2],"b":1}')
 */
export const canonicalJson = (value: unknown): string => {
  if (typeof value === 'string') return canonicalText(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return Array.isArray(value) ? canonicalList(value) : canonicalObject(value as Readonly<Record<string, unknown>>)
}

/**
 * An event as it stands in the tree (docs/reference/history-proofs.md#the-entry-of-an-event): everything of it but its position, which is
 * each store's own. What is personal in it is sealed, so the text stays as it is when somebody is erased.
 *
 * @example
 * const event = { stream: 'label-1', revision: 0, id: 'one', type: 'Opened', version: 1, metadata: {}, data: { b: 1, a: 2 } }
 * assert.match(canonicalEvent(event), /^{"data":{"a":2,"b":1},"id":"one"/)
 */
export const canonicalEvent = ({ data, id, metadata, revision, stream, type, version }: StoredEvent): string => {
  const body = data === undefined ? '' : `"data":${canonicalJson(data)},`
  const names = `"revision":${revision},"stream":${canonicalText(stream)},"type":${canonicalText(type)}`
  return `{${body}"id":${canonicalText(id)},"metadata":${canonicalJson(metadata)},${names},"version":${version}}`
}
