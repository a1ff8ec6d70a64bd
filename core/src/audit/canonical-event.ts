import type { EventMetadata, StoredEvent } from '../kernel/envelope.js'
import { type Hash, leafHash, type Sha256 } from './merkle-tree.js'

/** Characters that JSON has to escape: control characters, quotes, backslashes and lone surrogates. */
const ESCAPED = /[^ !#-[\]-\ud7ff\ue000-\uffff]/

/** `JSON.stringify` is slower than concatenation where there is nothing to escape. */
const canonicalText = (text: string): string => (ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`)

const canonicalList = (values: ReadonlyArray<unknown>): string => {
  let text = '['
  for (let at = 0; at < values.length; at++) text += `${at === 0 ? '' : ','}${canonicalJson(values[at] ?? null)}`
  return `${text}]`
}

/** Member names in insertion order and sorted, each with the text before its value: as the first member, and as a later one. */
interface Shape {
  readonly names: ReadonlyArray<string>
  readonly sorted: ReadonlyArray<string>
  readonly first: ReadonlyArray<string>
  readonly later: ReadonlyArray<string>
}

const MAX_SHAPES_PER_FIRST_NAME = 16
const MAX_FIRST_NAMES = 1000

/** Shapes by their first name: events of one type share them, and sorting names costs more than comparing them. */
const shapes = new Map<string, Array<Shape>>()

const sameNames = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean => {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}

const shapeOf = (names: ReadonlyArray<string>): Shape => {
  const name = names[0] ?? ''
  const alike = shapes.get(name)
  if (alike !== undefined) for (const shape of alike) if (sameNames(shape.names, names)) return shape
  const sorted = [...names].sort()
  const first = sorted.map((name) => `{${canonicalText(name)}:`)
  const shape = { names, sorted, first, later: first.map((label) => `,${label.slice(1)}`) }
  if (alike === undefined) {
    if (shapes.size < MAX_FIRST_NAMES) shapes.set(name, [shape])
  } else if (alike.length < MAX_SHAPES_PER_FIRST_NAME) alike.push(shape)
  return shape
}

/** Concatenates as few pieces as possible, because the cost grows with their number. */
const canonicalObject = (value: Readonly<Record<string, unknown>>): string => {
  const { sorted, first, later } = shapeOf(Object.keys(value))
  let text = ''
  for (let at = 0; at < sorted.length; at++) {
    const member = value[sorted[at] as string]
    if (member === undefined) continue
    text += text === '' ? first[at] : later[at]
    if (typeof member === 'string' && !ESCAPED.test(member)) text = `${text}"${member}"`
    else text += canonicalJson(member)
  }
  return text === '' ? '{}' : `${text}}`
}

/** Writes numbers as `JSON.stringify` does, but faster: -0 is 0, and numbers that JSON lacks are null. */
const canonicalNumber = (value: number): string => (Number.isFinite(value) ? `${value}` : 'null')

/**
 * JSON in its canonical form (RFC 8785): members sorted by name, no spaces, numbers as ECMAScript writes them.
 *
 * @example
 * assert.equal(canonicalJson({ b: 1, a: [2] }), '{"a":[2],"b":1}')
 */
export const canonicalJson = (value: unknown): string => {
  if (typeof value === 'string') return canonicalText(value)
  if (typeof value === 'number') return canonicalNumber(value)
  if (value === null || typeof value === 'boolean') return `${value}`
  if (typeof value !== 'object') return JSON.stringify(value)
  return Array.isArray(value) ? canonicalList(value) : canonicalObject(value as Readonly<Record<string, unknown>>)
}

const beforeMetadata = (data: unknown, id: string): string =>
  `${data === undefined ? '{"id":' : `{"data":${canonicalJson(data)},"id":`}${canonicalText(id)},"metadata":`

const afterMetadata = (revision: number, stream: string, type: string, version: number): string =>
  `,"revision":${revision},"stream":${canonicalText(stream)},"type":${canonicalText(type)},"version":${version}}`

/**
 * An event as an entry of the tree (docs/reference/history-proofs.md#the-entry-of-an-event): all of it but its position, which differs between
 * stores. Personal data in it is sealed, so the text stays the same when a person is erased.
 *
 * @example
 * const event = { stream: 'label-1', revision: 0, id: 'one', type: 'Opened', version: 1, metadata: {}, data: { b: 1, a: 2 } }
 * assert.match(canonicalEvent(event), /^{"data":{"a":2,"b":1},"id":"one"/)
 */
export const canonicalEvent = ({ data, id, metadata, revision, stream, type, version }: StoredEvent): string =>
  `${beforeMetadata(data, id)}${canonicalJson(metadata)}${afterMetadata(revision, stream, type, version)}`

/** Writes consecutive events as `canonicalEvent` does. Events of one append may share their metadata, which is then written once. */
const canonicalEvents = (): typeof canonicalEvent => {
  let shared: EventMetadata | undefined
  let text = ''
  return ({ data, id, metadata, revision, stream, type, version }) => {
    if (metadata !== shared) text = canonicalJson(metadata)
    shared = metadata
    return `${beforeMetadata(data, id)}${text}${afterMetadata(revision, stream, type, version)}`
  }
}

/**
 * The hash of an event as an entry of the tree.
 *
 * @example
 * import { sha256 } from '@forgefold/adapters/crypto'
 * const event = { stream: 'label-1', revision: 0, id: 'one', type: 'LabelDeleted', version: 1, metadata: {}, data: {} }
 * assert.equal(eventHash(sha256, event).length, 32)
 */
export const eventHash = (sha256: Sha256, event: StoredEvent): Hash => leafHash(sha256, canonicalEvent(event))

/** The hashes of events that follow each other. */
export const eventHashes = (sha256: Sha256, events: ReadonlyArray<StoredEvent>): ReadonlyArray<Hash> => {
  const canonical = canonicalEvents()
  return events.map((event) => leafHash(sha256, canonical(event)))
}
