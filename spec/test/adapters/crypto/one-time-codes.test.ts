import { makeOneTimeCodes } from '@forgefold/adapters/crypto'
import { instantOf } from '@forgefold/core/kernel'
import { describe, expect, it } from 'vitest'

const codes = makeOneTimeCodes()
/** The secret of RFC 6238, appendix B, in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => instantOf(seconds * 1000)

describe('one-time codes', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('at %i seconds are those of RFC 6238', (seconds, code) => {
    expect(codes.stepOf(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30))
  })

  it.each([
    [29, 1],
    [60, 1],
    [89, 1],
    [90, undefined],
    [119, undefined],
  ])('of the second step at %i seconds match step %s', (seconds, step) => {
    expect(codes.stepOf(SECRET, '287082', at(seconds))).toBe(step)
  })

  it.each(['287083', '28708', '', ' 287082'])('do not match %j', (code) => {
    expect(codes.stepOf(SECRET, code, at(59))).toBeUndefined()
  })

  it('have secrets of 160 bits that differ', () => {
    const secret = codes.newSecret()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(codes.newSecret()).not.toBe(secret)
  })

  it('are set up by a key URI with the account, the issuer and the secret', () => {
    const uri = new URL(codes.keyUri('sidney', 'forge.example', SECRET))
    expect(uri.protocol).toBe('otpauth:')
    expect(decodeURIComponent(uri.pathname)).toContain('forge.example:sidney')
    expect(uri.searchParams.get('secret')).toBe(SECRET)
  })
})
