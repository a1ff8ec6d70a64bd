import { newWords } from '@forgefold/core/domains/issuable'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const wordsOf = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/\S+/g) ?? []

describe('the words of the rest of a text', () => {
  it('are those that the beginning lacks, each once', () => {
    expect(newWords('One two three Two FOUR four five', 8, 100)).toBe('three\nfour\nfive')
    expect(newWords('abc defgh ijk', 6, 100)).toBe('defgh\nijk')
    expect(newWords('short', 100, 100)).toBe('')
  })

  it('make every word of the text found, as long as there is room', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'É', '😀', '-'), minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), fc.nat(120), (words, from) => {
        const text = words.join(' ')
        const kept = `${text.slice(0, from).toLowerCase()}\n${newWords(text, from, 10_000)}`
        for (const one of wordsOf(text)) expect(kept).toContain(one)
      }),
    )
  })

  it('never take more room than they are given', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 400 })), fc.nat(50), fc.nat(300), (words, from, most) => {
        expect(newWords(words.join(' '), from, most).length).toBeLessThanOrEqual(most)
      }),
    )
  })
})
