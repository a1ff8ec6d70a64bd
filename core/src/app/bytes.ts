/** Every host provides it; the core uses the types of no host. */
declare const TextEncoder: new () => { readonly encode: (text: string) => Uint8Array }

const encoder = new TextEncoder()

/** What follows is read piece by piece, and others have their turn in between. */
const PIECE = 64 * 1024

/**
 * The UTF-8 bytes of a text, in pieces. Lone surrogates become U+FFFD, as in other encoders.
 *
 * @example
 * assert.deepEqual([...utf8('né')], [Uint8Array.of(110, 195, 169)])
 */
export function* utf8(text: string): Generator<Uint8Array> {
  const bytes = encoder.encode(text)
  for (let at = 0; at === 0 || at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
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
