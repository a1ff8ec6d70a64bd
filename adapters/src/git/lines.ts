/** Splits a stream of bytes at a byte, in batches as they arrive; the last piece needs no terminator. */
export async function* batches(source: AsyncIterable<Buffer>, end: number): AsyncGenerator<ReadonlyArray<Buffer>> {
  let rest: Array<Buffer> = []
  for await (const chunk of source) {
    const batch: Array<Buffer> = []
    let from = 0
    for (let at = chunk.indexOf(end); at >= 0; at = chunk.indexOf(end, from)) {
      const piece = chunk.subarray(from, at)
      batch.push(rest.length === 0 ? piece : Buffer.concat([...rest, piece]))
      if (rest.length > 0) rest = []
      from = at + 1
    }
    if (from < chunk.length) rest.push(chunk.subarray(from))
    if (batch.length > 0) yield batch
  }
  if (rest.length > 0) yield [Buffer.concat(rest)]
}

/** The same as single pieces. */
export async function* pieces(source: AsyncIterable<Buffer>, end: number): AsyncGenerator<Buffer> {
  for await (const batch of batches(source, end)) yield* batch
}

export const NEWLINE = 0x0a
export const NUL = 0
