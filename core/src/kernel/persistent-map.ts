type Key = number | string
type Entry<K, V> = readonly [K, V]

interface Leaf<K extends Key, V> {
  readonly entries: ReadonlyArray<Entry<K, V>>
}

interface Branch<K extends Key, V> {
  readonly children: ReadonlyArray<PersistentMap<K, V>>
}

/**
 * A map that never changes: `withValue` and `withoutKey` return others, which share all but one path with it. It is a hash trie, so that a
 * hundred thousand members cost hardly more than ten, where copying a `Map` costs its size. For states with many members; plain JSON, as
 * snapshots of states are.
 */
export type PersistentMap<K extends Key, V> = Leaf<K, V> | Branch<K, V>

/** How many bits of the hash choose a child. */
const BITS = 4
const WIDTH = 2 ** BITS

/** A leaf of more entries becomes a branch, unless all bits are used. */
const MOST_ENTRIES = 8
const DEEPEST = 32 / BITS

/** 2³² divided by the golden ratio: its multiples spread keys that are alike over all children. */
const SPREAD = 0x9e3779b1

/** A map without members. */
export const EMPTY_MAP: PersistentMap<never, never> = { entries: [] }

const hashOf = (key: Key): number => {
  let hash = typeof key === 'number' ? key : 0
  if (typeof key === 'string')
    for (let at = 0; at < key.length; at++) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0
  return Math.imul(hash, SPREAD)
}

const childAt = (hash: number, depth: number): number => (hash >>> (32 - BITS * (depth + 1))) & (WIDTH - 1)

/**
 * The value of a key; undefined where the map has none.
 *
 * @example
 * const { EMPTY_MAP, valueAt, withValue } = persistentMap
 * assert.equal(valueAt(withValue(EMPTY_MAP, 'jane', 7), 'jane'), 7)
 */
export const valueAt = <K extends Key, V>(map: PersistentMap<K, V>, key: K): V | undefined => {
  const hash = hashOf(key)
  let node: PersistentMap<K, V> | undefined = map
  for (let depth = 0; node !== undefined; depth++) {
    if ('entries' in node) return node.entries.find(([one]) => one === key)?.[1]
    node = node.children[childAt(hash, depth)]
  }
  return undefined
}

const leafOrBranch = <K extends Key, V>(entries: ReadonlyArray<Entry<K, V>>, depth: number): PersistentMap<K, V> => {
  if (entries.length <= MOST_ENTRIES || depth === DEEPEST) return { entries }
  const children: ReadonlyArray<Array<Entry<K, V>>> = Array.from({ length: WIDTH }, () => [])
  for (const entry of entries) children[childAt(hashOf(entry[0]), depth)]?.push(entry)
  return { children: children.map((those) => leafOrBranch(those, depth + 1)) }
}

/** Another map, in which the leaf of a key has other entries. */
const withEntries = <K extends Key, V>(
  node: PersistentMap<K, V>,
  hash: number,
  change: (entries: ReadonlyArray<Entry<K, V>>) => ReadonlyArray<Entry<K, V>>,
  depth = 0,
): PersistentMap<K, V> => {
  if ('entries' in node) return leafOrBranch(change(node.entries), depth)
  const at = childAt(hash, depth)
  const child = node.children[at] ?? EMPTY_MAP
  return { children: node.children.with(at, withEntries<K, V>(child, hash, change, depth + 1)) }
}

/**
 * The map without a key, which it need not have.
 *
 * @example
 * const { EMPTY_MAP, valueAt, withoutKey, withValue } = persistentMap
 * assert.equal(valueAt(withoutKey(withValue(EMPTY_MAP, 'jane', 7), 'jane'), 'jane'), undefined)
 */
export const withoutKey = <K extends Key, V>(map: PersistentMap<K, V>, key: K): PersistentMap<K, V> =>
  withEntries(map, hashOf(key), (entries) => entries.filter(([one]) => one !== key))

/**
 * The map in which a key has another value, or its first one.
 *
 * @example
 * const { EMPTY_MAP, valuesOf, withValue } = persistentMap
 * assert.deepEqual(valuesOf(withValue(withValue(EMPTY_MAP, 'jane', 7), 'jane', 8)), [8])
 */
export const withValue = <K extends Key, V>(map: PersistentMap<K, V>, key: K, value: V): PersistentMap<K, V> =>
  withEntries(map, hashOf(key), (entries) => [...entries.filter(([one]) => one !== key), [key, value]])

/**
 * The values of a map, in no order that means anything.
 *
 * @example
 * const { EMPTY_MAP, valuesOf, withValue } = persistentMap
 * assert.deepEqual(valuesOf(withValue(EMPTY_MAP, 'jane', 7)), [7])
 */
export const valuesOf = <K extends Key, V>(map: PersistentMap<K, V>): ReadonlyArray<V> =>
  'entries' in map ? map.entries.map(([, value]) => value) : map.children.flatMap(valuesOf)
