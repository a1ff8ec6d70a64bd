import { persistentMap } from '@forgefold/core/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const { EMPTY_MAP, valueAt, valuesOf, withoutKey, withValue } = persistentMap

type PersistentMap<K extends number | string, V> = persistentMap.PersistentMap<K, V>
type Key = number | string

/** Two pairs of characters with one hash: words of them collide in all bits. */
const colliding = fc.array(fc.constantFrom('Aa', 'BB'), { minLength: 4, maxLength: 6 }).map((pairs) => pairs.join(''))
const key = fc.oneof(fc.nat(300), fc.integer(), fc.string({ maxLength: 3 }), colliding)
const step = fc.record({ key, value: fc.option(fc.nat(), { freq: 4 }) })

const changed = (map: PersistentMap<Key, number>, { key, value }: { key: Key; value: number | null }) =>
  value === null ? withoutKey(map, key) : withValue(map, key, value)

const sorted = (values: Iterable<number>): ReadonlyArray<number> => [...values].toSorted((a, b) => a - b)

describe('a persistent map', () => {
  it('holds what a Map holds after the same changes, also once it was JSON', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400, size: 'max' }), (steps) => {
        const expected = new Map<Key, number>()
        let map: PersistentMap<Key, number> = EMPTY_MAP
        for (const one of steps) {
          if (one.value === null) expected.delete(one.key)
          else expected.set(one.key, one.value)
          map = changed(map, one)
        }
        for (const told of [map, JSON.parse(JSON.stringify(map)) as typeof map]) {
          for (const { key } of steps) expect(valueAt(told, key)).toBe(expected.get(key))
          expect(sorted(valuesOf(told))).toEqual(sorted(expected.values()))
        }
      }),
    )
  })

  it('is the same after others were made of it', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), fc.array(step, { maxLength: 100 }), (before, after) => {
        const map = before.reduce<PersistentMap<Key, number>>(changed, EMPTY_MAP)
        const text = JSON.stringify(map)
        after.reduce<PersistentMap<Key, number>>(changed, map)
        expect(JSON.stringify(map)).toBe(text)
      }),
    )
  })

  it('shares all but a few dozen nodes with the map that it was made of', () => {
    let map: PersistentMap<Key, number> = EMPTY_MAP
    for (let n = 0; n < 20_000; n++) map = withValue(map, n, n)
    const nodes = (one: PersistentMap<Key, number>, found = new Set<unknown>()): Set<unknown> => {
      found.add(one)
      if ('children' in one) for (const child of one.children) nodes(child, found)
      return found
    }
    const known = nodes(map)
    const other = [...nodes(withValue(map, 'one more', 1))].filter((node) => !known.has(node))
    expect(known.size).toBeGreaterThan(2_000)
    expect(other.length).toBeLessThan(40)
  })
})
