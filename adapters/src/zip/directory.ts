import { setImmediate as othersTurn } from 'node:timers/promises'
import { type Reopen, sliceBytes, tail } from './slices.js'

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
const ENTRY = 0x02014b50
const ENTRY_SIZE = 46
/** Bytes; a directory of a quarter of a million files is smaller. */
const LARGEST_DIRECTORY = 32 * 1024 * 1024
/** This many entries are looked at in one turn of the event loop. */
const AT_ONCE = 10_000
/** The value that refers to the ZIP64 record. */
const ELSEWHERE = 0xffffffff

/** Where the directory is, as the end of an archive says it (APPNOTE 4.3.16); archives of 4 GiB and more are not read. */
const directoryIn = (bytes: Buffer): { readonly offset: number; readonly size: number } | undefined => {
  for (let at = bytes.length - END_SIZE; at >= 0; at--) {
    if (bytes.readUInt32LE(at) !== END || at + END_SIZE + bytes.readUInt16LE(at + 20) !== bytes.length) continue
    const [size, offset] = [bytes.readUInt32LE(at + 12), bytes.readUInt32LE(at + 16)]
    return offset === ELSEWHERE || size === ELSEWHERE ? undefined : { offset, size }
  }
  return undefined
}

/** The directory of an archive, byte for byte; undefined where it is none. */
const directoryOf = async (open: Reopen): Promise<Buffer | undefined> => {
  const { bytes, size } = await tail(open, END_SIZE + MAX_COMMENT_LENGTH)
  const found = directoryIn(bytes)
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

/** The wanted file in an archive, by its directory (APPNOTE 4.3.12); the last of several. Undefined where there is none, or no directory. */
export const findEntry = async (open: Reopen, wanted: Wanted): Promise<DirectoryEntry | undefined> => {
  const directory = await directoryOf(open)
  if (directory === undefined) return undefined
  const isWanted = isAt(wanted)
  let found: DirectoryEntry | undefined
  let looked = 0
  for (let at = 0; at + ENTRY_SIZE <= directory.length && directory.readUInt32LE(at) === ENTRY; ) {
    const flags = directory.readUInt16LE(at + 8)
    const nameEnd = at + ENTRY_SIZE + directory.readUInt16LE(at + 28)
    if (nameEnd <= directory.length && isWanted(directory, at + ENTRY_SIZE, nameEnd))
      found = {
        method: directory.readUInt16LE(at + 10),
        encrypted: (flags & 1) === 1,
        packedSize: directory.readUInt32LE(at + 20),
        size: directory.readUInt32LE(at + 24),
        offset: directory.readUInt32LE(at + 42),
      }
    if (++looked % AT_ONCE === 0) await othersTurn()
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return found
}
