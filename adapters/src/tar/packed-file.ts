import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

const BLOCK = 512
/** Bytes; an archive that unpacks to more is not looked through. Helm refuses these too. */
const MAX_UNPACKED_BYTES = 100 * 1024 * 1024

/** How many bytes are unpacked at a time: small parts take a turn of the event loop each. */
const PART = 128 * 1024

const textIn = (header: Buffer, from: number, length: number): string => {
  const field = header.subarray(from, from + length)
  const end = field.indexOf(0)
  return (end < 0 ? field : field.subarray(0, end)).toString()
}

interface TarHeader {
  readonly name: string
  /** `0` and NUL: a plain file. */
  readonly type: string
  readonly size: number
}

/** A header (POSIX.1-1988 ustar); undefined for other blocks, as after the last file. */
const headerIn = (block: Buffer): TarHeader | undefined => {
  const size = Number.parseInt(textIn(block, 124, 12).trim() || '0', 8)
  const name = textIn(block, 0, 100)
  if (name === '' || !Number.isSafeInteger(size) || size < 0) return undefined
  const prefix = textIn(block, 257, 5) === 'ustar' ? textIn(block, 345, 155) : ''
  return { name: prefix === '' ? name : `${prefix}/${name}`, type: textIn(block, 156, 1), size }
}

/** So many bytes at a time, whatever comes; the rest of an archive that is cut off is not given. */
const readerOf = (content: AsyncIterator<Uint8Array>) => {
  let held: Buffer = Buffer.alloc(0)
  let seen = 0
  const more = async (): Promise<boolean> => {
    const next = await content.next()
    if (next.done === true) return false
    seen += next.value.byteLength
    const part = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength)
    held = held.byteLength === 0 ? part : Buffer.concat([held, part])
    return seen <= MAX_UNPACKED_BYTES
  }
  const take = async (size: number): Promise<Buffer | undefined> => {
    while (held.byteLength < size) if (!(await more())) return undefined
    const taken = held.subarray(0, size)
    held = held.subarray(size)
    return taken
  }
  const skip = async (size: number): Promise<boolean> => {
    let left = size
    while (held.byteLength < left) {
      left -= held.byteLength
      held = Buffer.alloc(0)
      if (!(await more())) return false
    }
    held = held.subarray(left)
    return true
  }
  return { take, skip }
}

const find = async (
  { take, skip }: ReturnType<typeof readerOf>,
  isWanted: (name: string) => boolean,
  most: number,
): Promise<Buffer | undefined> => {
  for (;;) {
    const block = await take(BLOCK)
    const header = block === undefined ? undefined : headerIn(block)
    if (header === undefined) return undefined
    const isFile = header.type === '0' || header.type === ''
    if (isFile && isWanted(header.name.replace(/^\.\//, ''))) return header.size > most ? undefined : take(header.size)
    if (!(await skip(Math.ceil(header.size / BLOCK) * BLOCK))) return undefined
  }
}

/**
 * The first wanted file of a tar archive packed with gzip, of so many bytes at most; undefined where there is none, or where it is no such
 * archive. What comes behind it is not read.
 *
 * @example
 * const content = async function* () {
 *   yield Buffer.from('no archive')
 * }
 * assert.equal(await packedFile(content(), () => true, 1000), undefined)
 */
export const packedFile = async (
  content: AsyncIterable<Uint8Array>,
  isWanted: (name: string) => boolean,
  most: number,
): Promise<Buffer | undefined> => {
  const unpacked = createGunzip({ chunkSize: PART })
  pipeline(Readable.from(content, { objectMode: false }), unpacked, () => undefined)
  try {
    return await find(readerOf(unpacked[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>), isWanted, most)
  } catch {
    return undefined
  } finally {
    unpacked.destroy()
  }
}
