import { BrokenPublication, decoded, QUOTE, Source } from './attachment.js'

/** Thrown where the document without its attachments exceeds the limit, or has too many values. */
export class PublicationTooLarge extends Error {
  override readonly name = 'PublicationTooLarge'
}

/** Receives the decoded bytes of one attachment while they arrive, and must read all of them. */
export type TakeAttachment = (name: string, content: AsyncIterable<Uint8Array>) => Promise<void>

const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d

interface Level {
  readonly isObject: boolean
  key: string
  expectsKey: boolean
}

/** The most values of a document, each of which is looked at: hundreds of times as many as packages have. */
const MAX_VALUES = 100_000
/** A name and a text for each; more stand side by side, which is no JSON, but is known as such only at its end. */
const MAX_STRINGS = 2 * MAX_VALUES

/** Where a string ends that began before this place: behind its closing quote; -1 where that is not in the chunk. */
const endOfString = (chunk: Buffer, from: number): number => {
  for (let at = from; at < chunk.length; at++)
    if (chunk[at] === BACKSLASH) at++
    else if (chunk[at] === QUOTE) return at + 1
  return -1
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new BrokenPublication()
  }
}

/** Walks the structure of a JSON text byte by byte and keeps all of it but the attachments' data. */
class Splitter {
  readonly #levels: Array<Level> = []
  readonly #kept: Array<Buffer> = []
  readonly #limit: number
  #size = 0
  #values = 0
  #strings = 0

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

  /** Whether the string here is a name that says where the attachments are; others are not looked at. */
  get expectsKey(): boolean {
    return this.#levels.length <= 3 && (this.#levels.at(-1)?.expectsKey ?? false)
  }

  /** Takes note of a string, with its quotes, where it is a name. */
  named(text: Buffer): void {
    const level = this.#levels.at(-1)
    if (level !== undefined && this.expectsKey) level.key = String(parsed(text.toString('utf8')))
  }

  /**
   * Walks to the end of the chunk, or to behind the quote of the next string that is an attachment, or does not end in it: where that
   * begins. Nothing is waited for in between, because a document may have very many strings.
   */
  walk(source: Source): number | undefined {
    const { chunk } = source
    while (source.at < chunk.length) {
      const at = source.at
      const byte = chunk[source.at++] as number
      if (byte !== QUOTE) {
        this.structure(byte)
        continue
      }
      if (++this.#strings > MAX_STRINGS) throw new PublicationTooLarge()
      const end = this.attachment() === undefined ? endOfString(chunk, at + 1) : -1
      if (end < 0) return at
      this.named(chunk.subarray(at, end))
      source.at = end
    }
    return undefined
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

/** Reads a string that goes on beyond its chunk up to its closing quote, after its opening one; returns it raw. */
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
    const { chunk, at: from } = source
    const begin = splitter.walk(source)
    splitter.keep(chunk.subarray(from, begin ?? chunk.length))
    if (begin === undefined) continue
    const attachment = splitter.attachment()
    if (attachment === undefined) {
      const rest = Buffer.concat([Buffer.of(QUOTE), await takeString(source)])
      splitter.keep(rest)
      splitter.named(rest)
    } else {
      await take(attachment, decoded(source))
      splitter.keep(Buffer.from('""'))
    }
  }
  return parsed(splitter.text())
}
