/** Whole bodies longer than this are sent in parts of it: 64 KiB. */
const LARGEST_AT_ONCE = 64 * 1024

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xdc00

/** Whether a body, as long as it is in memory, is sent in parts: the rest waits here once for all its readers, and not in the buffers of each connection. */
export const isLarge = (body: string | Uint8Array): boolean => body.length > LARGEST_AT_ONCE

/** A text or bytes in parts, each encoded when it is asked for, and no letter divided. */
export async function* inParts(body: string | Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; ) {
    let end = Math.min(at + LARGEST_AT_ONCE, body.length)
    if (typeof body !== 'string') yield body.subarray(at, end)
    else {
      if (end < body.length && isHighSurrogate(body.charCodeAt(end - 1))) end--
      yield Buffer.from(body.slice(at, end))
    }
    at = end
  }
}
