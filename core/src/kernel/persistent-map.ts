type Key = number | string
type Entry<K, V> = readonly [K, V]

/**
 * A map that never changes: `withValue` and `withoutKey` return others. They copy the entries of one slot and the list of slots, and share the
 * rest, so that a thousand members cost hardly more than ten, where copying a `Map` costs its size. For states with many members.
 */
export type PersistentMap<K extends Key, V> = ReadonlyArray<ReadonlyArray<Entry<K, V>>>

const SLOT_BITS = 7
const SLOTS = 2 ** SLOT_BITS

/** 2³² divided by the golden ratio: its multiples spread keys that are alike over all slots. */
const SPREAD = 0x9e3779b1

export const EMPTY_MAP: PersistentMap<never, never> = Array.from({ length: SLOTS }, () => [])

const slotOf = (key: Key): number => {
  let hash = typeof key === 'number' ? key : 0
  if (typeof key === 'string')
    for (let at = 0; at < key.length; at++) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0
  return Math.imul(hash, SPREAD) >>> (32 - SLOT_BITS)
}

const entriesAt = <K extends Key, V>(map: PersistentMap<K, V>, key: K): ReadonlyArray<Entry<K, V>> =>
  map[slotOf(key)] ?? []

export const valueAt = <K extends Key, V>(map: PersistentMap<K, V>, key: K): V | undefined =>
  entriesAt(map, key).find(([one]) => one === key)?.[1]

const others = <K extends Key, V>(map: PersistentMap<K, V>, key: K): ReadonlyArray<Entry<K, V>> => {
  const entries = entriesAt(map, key)
  return valueAt(map, key) === undefined ? entries : entries.filter(([one]) => one !== key)
}

export const withValue = <K extends Key, V>(map: PersistentMap<K, V>, key: K, value: V): PersistentMap<K, V> =>
  map.with(slotOf(key), [...others(map, key), [key, value]])

export const withoutKey = <K extends Key, V>(map: PersistentMap<K, V>, key: K): PersistentMap<K, V> =>
  map.with(slotOf(key), others(map, key))

/** In no order that means anything. */
export const valuesOf = <K extends Key, V>(map: PersistentMap<K, V>): ReadonlyArray<V> =>
  map.flatMap((entries) => entries.map(([, value]) => value))
