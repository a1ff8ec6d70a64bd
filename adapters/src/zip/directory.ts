import { setImmediate as othersTurn } from 'node:timers/promises'
import { type Reopen, sliceBytes, tail } from './slices.js'
import { ELSEWHERE, LOCATOR_SIZE, longNumbersIn, type Place, zip64PlaceOf } from './zip64.js'

/** The location of a file in an archive, and its compression. */
export interface DirectoryEntry {
  /** 0: as it is, 8: deflated. */
  readonly method: number
  readonly encrypted: boolean
  readonly packedSize: number
  readonly size: number
  /** Where its own header begins. */
  readonly offset: number
}

const END = 0x06054b50
const END_SIZE = 22
const MAX_COMMENT_LENGTH = 0xffff
/** With the locator that ZIP64 puts before the last record. */
const TAIL_SIZE = LOCATOR_SIZE + END_SIZE + MAX_COMMENT_LENGTH
const ENTRY = 0x02014b50
const ENTRY_SIZE = 46
/** Bytes; a directory of a quarter of a million files is smaller. */
const LARGEST_DIRECTORY = 32 * 1024 * 1024
/** This many entries are looked at in one turn of the event loop. */
const AT_ONCE = 10_000
/** Where the last record of an archive begins (APPNOTE 4.3.16). */
const endIn = (bytes: Buffer): number | undefined => {
  for (let at = bytes.length - END_SIZE; at >= 0; at--)
    if (bytes.readUInt32LE(at) === END && at + END_SIZE + bytes.readUInt16LE(at + 20) === bytes.length) return at
  return undefined
}

/** Where the directory is: packers write it to the last record, or to that of ZIP64 where a number is too large. */
const directoryIn = async (open: Reopen, bytes: Buffer): Promise<Place | undefined> => {
  const end = endIn(bytes)
  if (end === undefined) return undefined
  const [size, offset] = [bytes.readUInt32LE(end + 12), bytes.readUInt32LE(end + 16)]
  return offset === ELSEWHERE || size === ELSEWHERE ? zip64PlaceOf(open, bytes, end) : { offset, size }
}

/** The directory of an archive, byte for byte; undefined where it is none. */
const directoryOf = async (open: Reopen): Promise<Buffer | undefined> => {
  const { bytes, size } = await tail(open, TAIL_SIZE)
  const found = await directoryIn(open, bytes)
  if (found === undefined || found.size > LARGEST_DIRECTORY || found.offset + found.size > size) return undefined
  const before = size - bytes.length
  if (found.offset >= before) return bytes.subarray(found.offset - before, found.offset - before + found.size)
  return sliceBytes(open, found.offset, found.size)
}

/** Which file of an archive is wanted: that of a name, or the one whose path answers. */
export type Wanted = string | ((path: string) => boolean)

/** Bytes are compared where they are: a directory may name hundreds of thousands of files. */
const isAt = (wanted: Wanted): ((directory: Buffer, from: number, to: number) => boolean) => {
  if (typeof wanted === 'function') return (directory, from, to) => wanted(directory.toString('utf8', from, to))
  const name = Buffer.from(wanted)
  return (directory, from, to) => to - from === name.length && directory.compare(name, 0, name.length, from, to) === 0
}

/** The entry of the directory at a place, whose name ends at another; undefined where its numbers are not whole. */
const entryAt = (directory: Buffer, at: number, nameEnd: number): DirectoryEntry | undefined => {
  const extra = directory.subarray(nameEnd, nameEnd + directory.readUInt16LE(at + 30))
  const numbers = longNumbersIn(
    extra,
    [24, 20, 42].map((field) => directory.readUInt32LE(at + field)),
  )
  if (numbers === undefined) return undefined
  const [size = 0, packedSize = 0, offset = 0] = numbers
  const encrypted = (directory.readUInt16LE(at + 8) & 1) === 1
  return { method: directory.readUInt16LE(at + 10), encrypted, packedSize, size, offset }
}

/** The wanted file in an archive, by its directory (APPNOTE 4.3.12); the last of several. Undefined where there is none, or no directory. */
export const findEntry = async (open: Reopen, wanted: Wanted): Promise<DirectoryEntry | undefined> => {
  const directory = await directoryOf(open)
  if (directory === undefined) return undefined
  const isWanted = isAt(wanted)
  let found: DirectoryEntry | undefined
  let looked = 0
  for (let at = 0; at + ENTRY_SIZE <= directory.length && directory.readUInt32LE(at) === ENTRY; ) {
    const nameEnd = at + ENTRY_SIZE + directory.readUInt16LE(at + 28)
    if (nameEnd <= directory.length && isWanted(directory, at + ENTRY_SIZE, nameEnd))
      found = entryAt(directory, at, nameEnd)
    if (++looked % AT_ONCE === 0) await othersTurn()
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return found
}
