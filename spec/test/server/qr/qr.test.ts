import { createHash } from 'node:crypto'
import { qrCode, qrModules } from '@forgefold/server/qr'
import { describe, expect, it } from 'vitest'

const picture = (text: string): ReadonlyArray<string> =>
  qrModules(text).map((row) => row.map((dark) => (dark ? '#' : '.')).join(''))

/** Both pictures were read back by an independent reader when they were taken. */
const WORD = [
  '#######.#####.#######',
  '#.....#.#...#.#.....#',
  '#.###.#.....#.#.###.#',
  '#.###.#.#.###.#.###.#',
  '#.###.#..###..#.###.#',
  '#.....#...###.#.....#',
  '#######.#.#.#.#######',
  '........#####........',
  '#.##.###.####.#..#.##',
  '#....#...#########..#',
  '.##.####..##..##..###',
  '#....#..####...#.#.##',
  '.#######.##.#.#.##.#.',
  '........##.#.##.##...',
  '#######.######.##.#..',
  '#.....#.#......#####.',
  '#.###.#...#.#.##.##..',
  '#.###.#.##.#..#..#.#.',
  '#.###.#.###.#.#..#...',
  '#.....#..##..#.#....#',
  '#######.#....#.##.#..',
]
const URI =
  'otpauth://totp/forge.test:ann?secret=HFRBOBZ7KYTHU2BHNNEX6XSMDYBB24YL&issuer=forge.test&algorithm=SHA1&digits=6'
const URI_DIGEST = 'e0a0e87ffd395215e3c9338fe217fab423f2f6871ca26133f2cd58ff3d5e2345'

describe('QR codes', () => {
  it('of a word and of a key URI are those that a reader understood', () => {
    expect(picture('forgefold')).toEqual(WORD)
    expect(picture(URI)).toHaveLength(45)
    expect(createHash('sha256').update(picture(URI).join('\n')).digest('hex')).toBe(URI_DIGEST)
  })

  it('are as small as the text allows, up to 331 bytes, and refuse more', () => {
    const sides = [14, 15, 26, 27, 152, 213, 331].map((length) => qrModules('x'.repeat(length)).length)
    expect(sides).toEqual([21, 25, 25, 29, 49, 57, 69])
    expect(() => qrModules('x'.repeat(332))).toThrow(RangeError)
  })

  it('are drawn dark on light, with the quiet zone that readers need', () => {
    expect(qrCode('forgefold').html).toContain('viewBox="0 0 29 29"')
    expect(qrCode('forgefold').html).toContain('fill="#fff"')
  })
})
