import { canonicalJson } from '@forgefold/core/audit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

/** The same value with its members in another order. */
const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, turned(member)]),
  )
}

describe('canonical JSON', () => {
  it('says the same value, whatever the order of its members, in one way', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value: unknown = JSON.parse(text)
        expect(JSON.parse(canonicalJson(value))).toEqual(value)
        expect(canonicalJson(turned(value))).toBe(canonicalJson(value))
        expect(canonicalJson(JSON.parse(JSON.stringify(value)))).toBe(canonicalJson(value))
      }),
    )
  })

  it('writes texts as ECMAScript does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(canonicalJson(text)).toBe(JSON.stringify(text))
      }),
    )
  })

  // RFC 8785 §3.2.3 sorts by UTF-16 code units.
  it('sorts members as RFC 8785 says', () => {
    const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 }
    expect(Object.values(JSON.parse(canonicalJson(value)) as object).length).toBe(7)
    expect(canonicalJson(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1f600}":5,"\ufb33":3}')
  })

  it.each([
    [333333333.3333333, '333333333.3333333'],
    [1e30, '1e+30'],
    [4.5, '4.5'],
    [2e-3, '0.002'],
    [0.000000000000000000000000001, '1e-27'],
    [-0, '0'],
    [true, 'true'],
    [[false, Number.NaN, Number.POSITIVE_INFINITY], '[false,null,null]'],
    [{ b: 'quoted "b"', a: {} }, '{"a":{},"b":"quoted \\"b\\""}'],
    [null, 'null'],
    [[undefined, 1], '[null,1]'],
    [{ a: undefined, b: 1 }, '{"b":1}'],
  ])('writes %j as %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })
})
