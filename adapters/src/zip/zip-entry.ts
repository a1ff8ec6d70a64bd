import { pipeline, Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { findEntry, type Wanted } from './directory.js'
import { type Reopen, slice, sliceBytes } from './slices.js'

const HEADER = 0x04034b50
const HEADER_SIZE = 30
const [STORED, DEFLATED] = [0, 8]

/** A file of an archive. */
export interface ZipEntry {
  /** In bytes, unpacked. */
  readonly size: number
  readonly content: AsyncIterable<Uint8Array>
}

/** Limits the output to the size in the directory, against decompression bombs. */
async function* upTo(most: number, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let seen = 0
  for await (const chunk of content) {
    seen += chunk.byteLength
    if (seen > most) throw new Error('the archive unpacks to more than it says')
    yield chunk
  }
  if (seen < most) throw new Error('the archive unpacks to less than it says')
}

async function* inflated(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw()
  let failure: Error | null | undefined
  pipeline(Readable.from(packed, { objectMode: false }), inflate, (error) => {
    failure = error
  })
  for await (const chunk of inflate) yield chunk as Uint8Array
  if (failure != null) throw failure
}

/**
 * One file of a zip archive, found by its directory and unpacked as it is read; undefined where there is none of that name or with such a
 * path, where it is no archive, and where the file is encrypted or packed otherwise than by deflate.
 *
 * The archive is read from its beginning two or three times, never whole in memory.
 *
 * @example
 * const open = async function* () {
 *   yield Buffer.from('no archive')
 * }
 * assert.equal(await zipEntry(open, 'a.txt'), undefined)
 */
export const zipEntry = async (open: Reopen, wanted: Wanted): Promise<ZipEntry | undefined> => {
  const entry = await findEntry(open, wanted)
  if (entry === undefined || entry.encrypted || (entry.method !== STORED && entry.method !== DEFLATED)) return undefined
  const header = await sliceBytes(open, entry.offset, HEADER_SIZE)
  if (header.length < HEADER_SIZE || header.readUInt32LE(0) !== HEADER) return undefined
  const begin = entry.offset + HEADER_SIZE + header.readUInt16LE(26) + header.readUInt16LE(28)
  const packed = slice(open, begin, entry.packedSize)
  return { size: entry.size, content: upTo(entry.size, entry.method === STORED ? packed : inflated(packed)) }
}
