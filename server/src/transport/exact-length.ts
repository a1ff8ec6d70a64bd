import type { BodyStream } from '../http/message.js'

/** The same stream; it fails if the body is longer or shorter than declared, because the client must not take it for complete. */
export const withExactLength = (body: BodyStream, length: number | undefined): BodyStream =>
  length === undefined ? body : exactly(body, length)

async function* exactly(body: BodyStream, length: number): AsyncGenerator<Uint8Array> {
  let sent = 0
  for await (const chunk of body) {
    sent += chunk.byteLength
    if (sent > length) throw new Error('a body is longer than promised')
    yield chunk
  }
  if (sent < length) throw new Error('a body is shorter than promised')
}
