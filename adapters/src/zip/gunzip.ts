import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Gunzip } from '@forgefold/core/ports'

/** How many bytes are unpacked at a time. */
const PART = 16 * 1024

/**
 * The beginning of what is packed with gzip. What comes behind it is not unpacked, against decompression bombs.
 *
 * @example
 * const content = async function* () {
 *   yield Buffer.from('not packed')
 * }
 * assert.equal(await gunzip(content(), 1000), undefined)
 */
export const gunzip: Gunzip = async (content, most) => {
  const unpacked = createGunzip({ chunkSize: PART })
  pipeline(Readable.from(content, { objectMode: false }), unpacked, () => undefined)
  const parts: Array<Uint8Array> = []
  let left = most
  try {
    for await (const part of unpacked as AsyncIterable<Uint8Array>) {
      parts.push(part.subarray(0, left))
      left -= part.byteLength
      if (left <= 0) break
    }
    return Buffer.concat(parts)
  } catch {
    return undefined
  } finally {
    unpacked.destroy()
  }
}
