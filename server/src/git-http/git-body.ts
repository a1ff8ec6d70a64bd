import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { BodyTooLarge, type HttpRequest } from '../http/message.js'

/** The largest negotiation of a client, decompressed; git's own server has the same limit (`http.maxRequestBuffer`). */
export const MAX_NEGOTIATION_BYTES = 10 * 1024 * 1024

/** The compressed bytes are broken. */
export class BrokenGzip extends Error {
  override readonly name = 'BrokenGzip'
}

/** Decompresses while it is read. Throws `BrokenGzip`, and what the compressed bytes throw. */
async function* gunzipped(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  const fed = pipeline(packed, gunzip)
  fed.catch(() => undefined)
  try {
    for await (const chunk of gunzip) yield chunk as Uint8Array
    await fed
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw code?.startsWith('Z_') === true ? new BrokenGzip() : error
  } finally {
    gunzip.destroy()
  }
}

async function* atMost(limit: number, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > limit) throw new BodyTooLarge()
    yield chunk
  }
}

/** The decompressed body: clients compress larger fetch requests. Throws `BodyTooLarge` past `limit` bytes, and `BrokenGzip`. */
export const gitBody = (request: HttpRequest, limit = Number.POSITIVE_INFINITY): AsyncIterable<Uint8Array> => {
  const source = request.body.stream()
  const encoding = request.headers.get('content-encoding')?.toLowerCase()
  const isPacked = encoding === 'gzip' || encoding === 'x-gzip'
  return atMost(limit, isPacked ? gunzipped(source) : source)
}
