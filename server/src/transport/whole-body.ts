import { BodyTooLarge } from '../http/message.js'

/** Collects a body of at most `limit` bytes. Throws `BodyTooLarge` as soon as it is known to be larger. */
export const wholeBody = async (
  chunks: AsyncIterable<Uint8Array>,
  declared: number | undefined,
  limit: number,
): Promise<Uint8Array> => {
  if (declared !== undefined && declared > limit) throw new BodyTooLarge()
  const parts: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.byteLength
    if (size > limit) throw new BodyTooLarge()
    parts.push(chunk)
  }
  return parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts, size)
}
