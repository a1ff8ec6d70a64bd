/** Opens the bytes from their beginning; undefined where they have been removed. */
export type Reopen = () => Promise<AsyncIterable<Uint8Array> | undefined>

/** The bytes from an offset on, up to a limit. */
export async function* slice(open: Reopen, from: number, length: number): AsyncGenerator<Uint8Array> {
  const content = await open()
  if (content === undefined || length === 0) return
  let at = 0
  for await (const chunk of content) {
    const part = chunk.subarray(Math.max(0, from - at), Math.max(0, from + length - at))
    at += chunk.byteLength
    if (part.byteLength > 0) yield part
    if (at >= from + length) return
  }
}

/** The same as one buffer. */
export const sliceBytes = async (open: Reopen, from: number, length: number): Promise<Buffer> => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of slice(open, from, length)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The last bytes, up to a limit, and the size of the whole. */
export const tail = async (open: Reopen, most: number): Promise<{ readonly bytes: Buffer; readonly size: number }> => {
  let kept: Array<Uint8Array> = []
  let [held, size] = [0, 0]
  for await (const chunk of (await open()) ?? []) {
    kept.push(chunk)
    held += chunk.byteLength
    size += chunk.byteLength
    if (held > 4 * most) {
      kept = [Buffer.concat(kept).subarray(-most)]
      held = most
    }
  }
  return { bytes: Buffer.concat(kept).subarray(-most), size }
}
