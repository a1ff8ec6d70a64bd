const CHUNK = 16 * 1024

/**
 * The UTF-8 bytes of a text, in pieces. Lone surrogates become U+FFFD, as in other encoders.
 *
 * @example
 * assert.deepEqual([...utf8('né')], [Uint8Array.of(110, 195, 169)])
 */
export function* utf8(text: string): Generator<Uint8Array> {
  let bytes: Array<number> = []
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    const code = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point
    if (code < 0x80) bytes.push(code)
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 0x3f))
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f))
    else
      bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 0x3f), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f))
    if (bytes.length < CHUNK) continue
    yield Uint8Array.from(bytes)
    bytes = []
  }
  yield Uint8Array.from(bytes)
}

/**
 * Collects a stream of bytes whose size is known.
 *
 * @example
 * const content = async function* () {
 *   yield Uint8Array.of(1)
 *   yield Uint8Array.of(2)
 * }
 * assert.deepEqual(await bytesOf(content(), 2), Uint8Array.of(1, 2))
 */
export const bytesOf = async (content: AsyncIterable<Uint8Array>, size: number): Promise<Uint8Array> => {
  const bytes = new Uint8Array(size)
  let at = 0
  for await (const chunk of content) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}
