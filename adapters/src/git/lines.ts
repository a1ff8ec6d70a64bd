/** Cuts a stream of bytes at a byte; the last piece needs no end. */
export async function* pieces(source: AsyncIterable<Buffer>, end: number): AsyncGenerator<Buffer> {
  let rest: Array<Buffer> = []
  for await (const chunk of source) {
    let from = 0
    for (;;) {
      const at = chunk.indexOf(end, from)
      if (at < 0) break
      const piece = chunk.subarray(from, at)
      yield rest.length === 0 ? piece : Buffer.concat([...rest, piece])
      rest = []
      from = at + 1
    }
    if (from < chunk.length) rest.push(chunk.subarray(from))
  }
  if (rest.length > 0) yield Buffer.concat(rest)
}

export const NEWLINE = 0x0a
export const NUL = 0
