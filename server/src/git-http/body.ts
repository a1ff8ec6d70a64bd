import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { HttpRequest } from '../http/message.js'

/** The body as git meant it: clients compress larger fetch requests. */
export const gitBody = (request: HttpRequest): AsyncIterable<Uint8Array> => {
  const source = request.body.stream()
  const encoding = request.headers.get('content-encoding')?.toLowerCase()
  if (encoding !== 'gzip' && encoding !== 'x-gzip') return source
  const gunzip = createGunzip()
  const raw = Readable.from(source, { objectMode: false })
  raw.on('error', (error) => gunzip.destroy(error))
  return raw.pipe(gunzip)
}
