import { type Reopen, sliceBytes } from './slices.js'

/** The value of a field whose number does not fit, and is in a record of ZIP64 (APPNOTE 4.4.1.4). */
export const ELSEWHERE = 0xffffffff

/** Where bytes of an archive are. */
export interface Place {
  readonly offset: number
  readonly size: number
}

const LOCATOR = 0x07064b50
export const LOCATOR_SIZE = 20
const END = 0x06064b50
const END_SIZE = 56
const EXTRA = 1

/** A number of eight bytes; undefined where it is greater than any size. */
const longAt = (bytes: Buffer, at: number): number | undefined => {
  const value = Number(bytes.readBigUInt64LE(at))
  return Number.isSafeInteger(value) ? value : undefined
}

/** Where the directory is, as the record of ZIP64 says it, whose own place is before the last record (APPNOTE 4.3.14, 4.3.15). */
export const zip64PlaceOf = async (open: Reopen, bytes: Buffer, end: number): Promise<Place | undefined> => {
  const locator = end - LOCATOR_SIZE
  if (locator < 0 || bytes.readUInt32LE(locator) !== LOCATOR) return undefined
  const at = longAt(bytes, locator + 8)
  const record = at === undefined ? Buffer.alloc(0) : await sliceBytes(open, at, END_SIZE)
  if (record.length < END_SIZE || record.readUInt32LE(0) !== END) return undefined
  const [size, offset] = [longAt(record, 40), longAt(record, 48)]
  return size === undefined || offset === undefined ? undefined : { offset, size }
}

/** The field of ZIP64 among the further fields of a file (APPNOTE 4.5.3). */
const fieldIn = (extra: Buffer): Buffer => {
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) === EXTRA) return extra.subarray(at + 4, end)
    at = end
  }
  return Buffer.alloc(0)
}

/** Size, packed size and offset of a file: those that do not fit follow each other in the further fields. Undefined where one is missing there. */
export const longNumbersIn = (extra: Buffer, short: ReadonlyArray<number>): ReadonlyArray<number> | undefined => {
  if (!short.includes(ELSEWHERE)) return short
  const field = fieldIn(extra)
  const numbers: Array<number> = []
  let at = 0
  for (const number of short) {
    if (number !== ELSEWHERE) {
      numbers.push(number)
      continue
    }
    const long = at + 8 <= field.length ? longAt(field, at) : undefined
    if (long === undefined) return undefined
    numbers.push(long)
    at += 8
  }
  return numbers
}
