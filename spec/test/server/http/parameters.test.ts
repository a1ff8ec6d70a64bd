import { decodeParams, integer, optional, type Param, required, string, withDefault } from '@forgefold/server/http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const specs = {
  id: required(integer(), 'A number'),
  name: required(string(), 'A name', { refusesBlank: true }),
  page: optional(integer(), 'A page'),
  state: withDefault(string(), 'all', 'A state'),
}

/** One parameter after another, each by itself. */
const oneByOne = (raw: Readonly<Record<string, unknown>>) =>
  Object.entries(specs).map(([key, param]: [string, Param<unknown>]) => ({
    key,
    read: decodeParams({ [key]: param }, Object.hasOwn(raw, key) ? { [key]: raw[key] } : {}),
  }))

describe('decoding parameters', () => {
  it('gives for many together what it gives for each, values and findings in the order of their declaration', () => {
    const value = fc.constantFrom<unknown>('7', 'x', '', ' ', null, undefined, 7, true)
    const raw = fc.dictionary(fc.constantFrom('state', 'page', 'name', 'id', 'unknown', '__proto__', 'toString'), value)
    fc.assert(
      fc.property(raw, (given) => {
        const whole = decodeParams(specs, given)
        const parts = oneByOne(given)
        const findings = parts.flatMap(({ read }) => (read.ok ? [] : read.findings))
        expect(whole.ok ? [] : whole.findings).toEqual(findings)
        if (!whole.ok) return
        expect(Object.keys(whole.values)).toEqual(Object.keys(specs))
        for (const { key, read } of parts)
          expect(whole.values[key as keyof typeof specs]).toBe(read.ok && read.values[key])
      }),
      { numRuns: 500 },
    )
  })

  it('gives each request values of its own', () => {
    const first = decodeParams(specs, { id: '1', name: 'a', page: '3' })
    const second = decodeParams(specs, { id: '2', name: 'b' })
    expect(first).toEqual({ ok: true, values: { id: 1, name: 'a', page: 3, state: 'all' } })
    expect(second).toEqual({ ok: true, values: { id: 2, name: 'b', page: undefined, state: 'all' } })
  })
})
