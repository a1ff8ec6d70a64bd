import { splitAtReferences } from '@forgefold/core/domains/issuable'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const joined = (text: string): string =>
  splitAtReferences(text)
    .map((piece) => piece.text)
    .join('')

describe('the pieces of a line', () => {
  it('are the line, whatever it is', () => {
    const word = fc.constantFrom('@jane', '#1', '!2', 'group/app#3', ' ', ',', 'a', '@', '#', '.')
    fc.assert(
      fc.property(fc.array(word), (words) => {
        expect(joined(words.join(''))).toBe(words.join(''))
      }),
    )
  })

  it('tell names from what is between them', () => {
    expect(splitAtReferences('@jane sees group/app#3')).toEqual([
      { text: '@jane', isName: true },
      { text: ' sees ', isName: false },
      { text: 'group/app#3', isName: true },
    ])
  })

  it('are a bounded number, and still the whole line', () => {
    const line = '!1 '.repeat(100_000)
    expect(splitAtReferences(line).length).toBeLessThan(20_010)
    expect(joined(line)).toBe(line)
  })
})
