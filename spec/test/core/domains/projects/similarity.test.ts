import { similarity } from '@forgefold/core/domains/projects/project'
import fc from 'fast-check'
import { expect, it } from 'vitest'

it('texts are alike by the trigrams of their words', () => {
  expect(similarity('word', 'two words')).toBeCloseTo(4 / 11)
  expect(similarity('Tools', 'tools')).toBe(1)
  expect(similarity('', 'tools')).toBe(0)
})

it('it is from 0 to 1, the same both ways, and 1 with itself wherever there is a word', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      const found = similarity(one, other)
      expect(found).toBe(similarity(other, one))
      expect(found >= 0 && found <= 1).toBe(true)
      expect(similarity(`a ${one}`, `a ${one}`)).toBe(1)
    }),
  )
})
