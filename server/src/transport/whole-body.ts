import { BodyTooLarge } from '../http/message.js'
import { BodyParts } from './body-parts.js'

/** Collects a body of at most `limit` bytes. Throws `BodyTooLarge` as soon as it is known to be larger. */
export const wholeBody = async (
  chunks: AsyncIterable<Uint8Array>,
  declared: number | undefined,
  limit: number,
): Promise<Uint8Array> => {
  if (declared !== undefined && declared > limit) throw new BodyTooLarge()
  const parts = new BodyParts()
  for await (const chunk of chunks) {
    parts.add(chunk)
    if (parts.size > limit) throw new BodyTooLarge()
  }
  return parts.takeAll()
}
