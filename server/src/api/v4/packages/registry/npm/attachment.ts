/** Thrown where the text is not JSON, or an attachment is not base64. */
export class BrokenPublication extends Error {
  override readonly name = 'BrokenPublication'
}

export const QUOTE = 0x22

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** The bytes of a request, a chunk at a time. */
export class Source {
  chunk: Buffer = Buffer.alloc(0)
  at = 0
  readonly #rest: AsyncIterator<Uint8Array>

  constructor(body: AsyncIterable<Uint8Array>) {
    this.#rest = body[Symbol.asyncIterator]()
  }

  /** False at the end. */
  async fill(): Promise<boolean> {
    while (this.at >= this.chunk.length) {
      const next = await this.#rest.next()
      if (next.done === true) return false
      this.chunk = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength)
      this.at = 0
    }
    return true
  }
}

/** Decodes a base64 string up to its closing quote. */
export async function* decoded(source: Source): AsyncGenerator<Uint8Array> {
  let carry = ''
  for (;;) {
    if (!(await source.fill())) throw new BrokenPublication()
    const end = source.chunk.indexOf(QUOTE, source.at)
    const piece = source.chunk.subarray(source.at, end < 0 ? undefined : end).toString('latin1')
    source.at = end < 0 ? source.chunk.length : end + 1
    // JSON may write a slash as `\/`; a chunk may end between the two.
    const text = (carry + piece).replaceAll('\\/', '/')
    const whole = end < 0 ? text.length - (text.length % 4) - 4 : text.length
    const usable = Math.max(0, whole)
    const ready = text.slice(0, usable)
    carry = text.slice(usable)
    if (!BASE64.test(ready)) throw new BrokenPublication()
    if (ready !== '') yield Buffer.from(ready, 'base64')
    if (end >= 0) return
  }
}
