import { blankOrTooLong, fieldErrors, isLonger, tooLong } from '@forgefold/core/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('findings of fields', () => {
  it('length counts characters, whatever they are made of', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.nat(60), (text, most) => {
        expect(isLonger(text, most)).toBe([...text].length > most)
      }),
    )
    expect(tooLong('🦊'.repeat(255), 255)).toEqual([])
    expect(tooLong('🦊'.repeat(256), 255)).toEqual(['is too long (maximum is 255 characters)'])
  })

  it('a name has to be there before its length matters', () => {
    expect(blankOrTooLong(' \t')).toEqual(["can't be blank"])
    expect(blankOrTooLong('x'.repeat(256))).toEqual(['is too long (maximum is 255 characters)'])
    expect(blankOrTooLong('x')).toEqual([])
  })

  it('fields without findings are left out, and none at all is nothing', () => {
    expect(fieldErrors({ a: [], b: ['is invalid'] })).toEqual({ b: ['is invalid'] })
    expect(fieldErrors({ a: [] })).toBeUndefined()
  })
})
