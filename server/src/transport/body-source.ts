import { type BodyStream, type HttpResponse, isStream } from '../http/message.js'
import { withExactLength } from './exact-length.js'
import type { RequestLife } from './request-life.js'

/** Parts are no larger than this, so that a slow client is seen to take them: 64 KiB. */
const LARGEST_PART = 64 * 1024

const letGo = (body: BodyStream): void => {
  const source = body[Symbol.asyncIterator]()
  source.return?.().catch(() => undefined)
}

/** Lets go of a streamed body that nobody will be sent: for HEAD, or where the client is gone. */
export const dismiss = ({ body }: HttpResponse): void => {
  if (isStream(body)) letGo(body)
}

/**
 * A streamed body on its way out, in parts of at most 64 KiB; its source is let go of with the request's end, whether or not anybody asks on.
 *
 * It breaks where it turns out longer or shorter than promised.
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
