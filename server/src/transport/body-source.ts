import type { BodyStream } from '../http/message.js'
import { withExactLength } from './exact-length.js'
import type { RequestLife } from './request-life.js'

/** No part is larger than this, so that a slow client's progress is visible: 64 KiB. */
const LARGEST_PART = 64 * 1024

/**
 * A streamed body as it is sent, in parts of at most 64 KiB; its source is released at the end of the request, whether or not it was read to
 * the end.
 *
 * It fails if the body is longer or shorter than declared.
 */
export async function* partsOf(
  life: RequestLife,
  { body, length }: { readonly body: BodyStream; readonly length?: number | undefined },
): AsyncGenerator<Uint8Array> {
  const source = withExactLength(body, length)[Symbol.asyncIterator]()
  life.onEnd(() => {
    source.return?.().catch(() => undefined)
  })
  for (let next = await source.next(); next.done !== true && !life.over; next = await source.next()) {
    const chunk = next.value
    for (let at = 0; at < chunk.byteLength; at += LARGEST_PART) yield chunk.subarray(at, at + LARGEST_PART)
  }
}
