/** Thrown where the text is not JSON, or an attachment is not base64. */
export class BrokenPublication extends Error {
  override readonly name = 'BrokenPublication'
}

/** Thrown where the document without its attachments exceeds the limit, or has too many values. */
export class PublicationTooLarge extends Error {
  override readonly name = 'PublicationTooLarge'
}

/** Receives the decoded bytes of one attachment while they arrive, and must read all of them. */
export type TakeAttachment = (name: string, content: AsyncIterable<Uint8Array>) => Promise<void>

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** The bytes of a request, a chunk at a time. */
class Source {
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
async function* decoded(source: Source): AsyncGenerator<Uint8Array> {
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

interface Level {
  readonly isObject: boolean
  key: string
  expectsKey: boolean
}

/** The most values of a document, each of which is looked at: hundreds of times as many as packages have. */
const MAX_VALUES = 100_000

/** Walks the structure of a JSON text byte by byte and keeps all of it but the attachments' data. */
class Splitter {
  readonly #levels: Array<Level> = []
  readonly #kept: Array<Buffer> = []
  readonly #limit: number
  #size = 0
  #values = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  keep(bytes: Buffer): void {
    this.#size += bytes.length
    if (this.#size > this.#limit) throw new PublicationTooLarge()
    this.#kept.push(Buffer.from(bytes))
  }

  text(): string {
    return Buffer.concat(this.#kept).toString('utf8')
  }

  /** The name of the attachment whose data begins here; undefined elsewhere. */
  attachment(): string | undefined {
    const [root, list, file] = this.#levels
    if (this.#levels.length !== 3 || root?.key !== '_attachments' || file?.key !== 'data') return undefined
    return root.isObject && list?.isObject === true && file.isObject && !file.expectsKey ? list.key : undefined
  }

  get expectsKey(): boolean {
    return this.#levels.at(-1)?.expectsKey ?? false
  }

  named(key: string): void {
    const level = this.#levels.at(-1)
    if (level !== undefined) level.key = key
  }

  structure(byte: number): void {
    const level = this.#levels.at(-1)
    if ((byte === COMMA || byte === OPEN_OBJECT || byte === OPEN_LIST) && ++this.#values > MAX_VALUES)
      throw new PublicationTooLarge()
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      const isObject = byte === OPEN_OBJECT
      this.#levels.push({ isObject, key: '', expectsKey: isObject })
      if (this.#levels.length > 512) throw new BrokenPublication()
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#levels.pop()
    else if (byte === COLON && level !== undefined) level.expectsKey = false
    else if (byte === COMMA && level !== undefined) level.expectsKey = level.isObject
  }
}

/** Reads a string up to its closing quote, after its opening one; returns it raw. */
const takeString = async (source: Source): Promise<Buffer> => {
  const parts: Array<Buffer> = []
  let escaped = false
  for (;;) {
    if (!(await source.fill())) throw new BrokenPublication()
    const from = source.at
    while (source.at < source.chunk.length) {
      const byte = source.chunk[source.at++]
      if (escaped) escaped = false
      else if (byte === BACKSLASH) escaped = true
      else if (byte === QUOTE) return Buffer.concat([...parts, source.chunk.subarray(from, source.at)])
    }
    parts.push(Buffer.from(source.chunk.subarray(from)))
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new BrokenPublication()
  }
}

/**
 * Parses a document of `npm publish`: one JSON document with the archives in base64. The files are never whole in memory; the rest, at most
 * `limit` bytes, is returned as the document. Throws `BrokenPublication` and `PublicationTooLarge`.
 */
export const splitPublication = async (
  body: AsyncIterable<Uint8Array>,
  limit: number,
  take: TakeAttachment,
): Promise<unknown> => {
  const source = new Source(body)
  const splitter = new Splitter(limit)
  while (await source.fill()) {
    const from = source.at
    while (source.at < source.chunk.length && source.chunk[source.at] !== QUOTE)
      splitter.structure(source.chunk[source.at++] as number)
    splitter.keep(source.chunk.subarray(from, source.at))
    if (source.at >= source.chunk.length) continue
    source.at++
    const attachment = splitter.attachment()
    if (attachment !== undefined) {
      await take(attachment, decoded(source))
      splitter.keep(Buffer.from('""'))
      continue
    }
    const rest = await takeString(source)
    splitter.keep(Buffer.concat([Buffer.of(QUOTE), rest]))
    if (splitter.expectsKey) splitter.named(String(parsed(`"${rest.toString('utf8')}`)))
  }
  return parsed(splitter.text())
}
