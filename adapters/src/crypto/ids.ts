import { createHash } from 'node:crypto'
import type { CommandId } from '@forgefold/core/kernel'
import type { Ids } from '@forgefold/core/ports'
import { type RandomSource, systemRandom } from './random.js'

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')

/** The digits of every byte: V8 has no fast way to write a number in hexadecimal. */
const BYTES: ReadonlyArray<string> = Array.from({ length: 256 }, (_, byte) => hex(byte, 2))

const fourDigits = (value: number): string => (BYTES[value >>> 8] as string) + (BYTES[value & 0xff] as string)

const SEQUENCE_END = 2 ** 26

/**
 * Time-ordered ids (UUIDv7, RFC 9562 §5.7 with the counter of §6.2, method 1).
 *
 * After the milliseconds come a counter of 26 bits that begins at a random place in each millisecond, so that ids of one process grow
 * strictly, 32 random bits, and 16 bits that are zero in the id of a command and count its events.
 *
 * @example
 * const ids = makeIds()
 * assert.ok(ids.commandId() < ids.commandId())
 */
export const makeIds = (milliseconds: () => number = Date.now, random: RandomSource = systemRandom): Ids => {
  let time = -1
  let sequence = 0
  /** The text of `time`, formatted once a millisecond, and the upper half of the counter, which seldom changes meanwhile. */
  let stamp = ''
  let upper = -1
  let head = ''

  const tick = (): void => {
    const now = milliseconds()
    sequence++
    if (stamp !== '' && now <= time && sequence < SEQUENCE_END) return
    time = Math.max(now, time + 1)
    const digits = hex(time, 12)
    stamp = `${digits.slice(0, 8)}-${digits.slice(8)}-7`
    upper = -1
    // The upper half of the counter stays free for the rest of this millisecond.
    sequence = random.slice(4).readUInt32BE() >>> 7
  }

  const next = (end: string): string => {
    tick()
    if (upper !== sequence >>> 14) {
      upper = sequence >>> 14
      head = `${stamp}${hex(upper, 3)}-`
    }
    // With the variant bits the lower half has four digits.
    return `${head}${fourDigits(0x8000 | (sequence & 0x3fff))}-${end}`
  }

  return {
    commandId: () => next(`${random.hex(4)}0000`) as CommandId,
    // Version 8 (RFC 9562 §5.8): the time of the cause, then a digest of cause and purpose.
    derived: (cause, purpose) => {
      const digest = createHash('sha256').update(`${cause}\0${purpose}`).digest('hex')
      const variant = ((Number.parseInt(digest.slice(3, 4), 16) & 3) | 8).toString(16)
      return `${cause.slice(0, 13)}-8${digest.slice(0, 3)}-${variant}${digest.slice(4, 7)}-${digest.slice(7, 15)}0000` as CommandId
    },
    uuid: () => next(random.hex(6)),
  }
}
