import {
  compareNugetVersions,
  isNugetPrerelease,
  normalisedNugetVersion,
} from '@forgefold/core/domains/packages/package'
import fc from 'fast-check'
import { expect, it } from 'vitest'

const numbers = fc.array(fc.nat({ max: 20 }), { minLength: 2, maxLength: 4 })
const label = fc.constantFrom('', '-alpha', '-Beta.2', '-beta.10', '-rc')
const build = fc.constantFrom('', '+1', '+a-b')
const version = fc.tuple(numbers, label, build).map(([parts, pre, meta]) => `${parts.join('.')}${pre}${meta}`)

it.each([
  ['1.0', '1.0.0'],
  ['1.0.0.0', '1.0.0'],
  ['1.2.3.4', '1.2.3.4'],
  ['1.0.0-Beta+Build-1', '1.0.0-beta'],
])('%s is %s', (given, normal) => {
  expect(normalisedNugetVersion(given)).toBe(normal)
})

it('normalising twice changes nothing, and versions that are equal have one form', () => {
  fc.assert(
    fc.property(version, version, (a, b) => {
      expect(normalisedNugetVersion(normalisedNugetVersion(a))).toBe(normalisedNugetVersion(a))
      expect(compareNugetVersions(a, b) === 0).toBe(normalisedNugetVersion(a) === normalisedNugetVersion(b))
    }),
  )
})

it('orders all versions, the unfinished ones before what they become', () => {
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      expect(Math.sign(compareNugetVersions(a, b))).toBe(-Math.sign(compareNugetVersions(b, a)))
      if (compareNugetVersions(a, b) <= 0 && compareNugetVersions(b, c) <= 0)
        expect(compareNugetVersions(a, c)).toBeLessThanOrEqual(0)
    }),
  )
  expect(compareNugetVersions('1.0.0-rc', '1.0.0.1')).toBeLessThan(0)
  expect(compareNugetVersions('1.0.0.2', '1.0.0.10')).toBeLessThan(0)
  expect([isNugetPrerelease('1.0.0-rc'), isNugetPrerelease('1.0.0+a-b')]).toEqual([true, false])
})
