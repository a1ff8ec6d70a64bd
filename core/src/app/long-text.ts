import type { BlobDigest, Blobs } from '../ports/blobs.js'
import { utf8 } from './bytes.js'

/** Longer texts are stored as blobs; the event holds their digest. */
const LONG_TEXT_BYTES = 64 * 1024

/** Every host provides it; the core uses the types of no host. */
declare const TextDecoder: new (
  encoding: 'utf-8',
  options: { readonly ignoreBOM: boolean },
) => { readonly decode: (bytes: Uint8Array) => string }

/** A mark of byte order at the beginning is part of a text. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * How many bytes a text has in UTF-8.
 *
 * @example
 * assert.equal(utf8Length('naïve'), 6)
 */
export const utf8Length = (text: string): number => {
  let bytes = 0
  for (const chunk of utf8(text)) bytes += chunk.length
  return bytes
}

/**
 * Whether a text is stored as a blob.
 *
 * @example
 * assert.equal(isLongText('short'), false)
 */
export const isLongText = (text: string): boolean =>
  text.length * 3 > LONG_TEXT_BYTES && utf8Length(text) > LONG_TEXT_BYTES

/**
 * Stores a text as a blob; returns its fingerprints, or undefined where the blob was refused as too large.
 *
 * @example
 * import { makeMemoryBlobs } from '@forgefold/adapters/memory'
 * assert.equal((await putText(makeMemoryBlobs(), 'text')).sha256.length, 64)
 */
export const putText = async (blobs: Blobs, text: string): Promise<BlobDigest | undefined> => {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield* utf8(text)
  }
  const written = await blobs.put(bytes())
  return written.kind === 'Stored' ? written.digest : undefined
}

/**
 * Stores a text as a blob; returns its SHA-256, or undefined where the blob was refused as too large.
 *
 * @example
 * import { makeMemoryBlobs } from '@forgefold/adapters/memory'
 * assert.equal((await storeText(makeMemoryBlobs(), 'text')).length, 64)
 */
export const storeText = async (blobs: Blobs, text: string): Promise<string | undefined> =>
  (await putText(blobs, text))?.sha256

/**
 * Decodes UTF-8. Each invalid sequence becomes U+FFFD.
 *
 * @example
 * const content = async function* () {
 *   yield Buffer.from('text')
 * }
 * assert.equal(await textOf(content()), 'text')
 */
export const textOf = async (content: AsyncIterable<Uint8Array>): Promise<string> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of content) {
    chunks.push(chunk)
    size += chunk.length
  }
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return decoder.decode(bytes)
}

/**
 * A text stored by `storeText`; undefined where the blob is missing.
 *
 * @example
 * import { storeText } from '@forgefold/core'
 * import { makeMemoryBlobs } from '@forgefold/adapters/memory'
 * const blobs = makeMemoryBlobs()
 * assert.equal(await storedText(blobs, await storeText(blobs, 'text')), 'text')
 */
export const storedText = async (blobs: Blobs, sha256: string): Promise<string | undefined> => {
  const content = await blobs.get(sha256)
  return content === undefined ? undefined : textOf(content)
}

/** A text as events hold it. A long one is stored as a blob, and `text` is its beginning, which stays searchable. */
export interface ExcerptedText<Text extends string | null = string | null> {
  readonly text: Text
  readonly blob: string | null
}

/** How many characters of a long text stay searchable. */
const EXCERPT = 16 * 1024

/**
 * Converts a text to the form that events hold; a long one is stored as a blob first.
 *
 * @example
 * import { makeMemoryBlobs } from '@forgefold/adapters/memory'
 * assert.deepEqual(await excerpted({ blobs: makeMemoryBlobs() }, 'short'), { text: 'short', blob: null })
 */
export const excerpted = async <Text extends string | null>(
  { blobs }: { readonly blobs: Blobs },
  text: Text,
): Promise<ExcerptedText<Text | string>> => {
  if (text === null || !isLongText(text)) return { text, blob: null }
  return { text: text.slice(0, EXCERPT), blob: (await storeText(blobs, text)) ?? null }
}

/**
 * The whole text of an excerpt.
 *
 * @example
 * import { makeMemoryBlobs } from '@forgefold/adapters/memory'
 * assert.equal(await wholeText({ blobs: makeMemoryBlobs() }, { text: 'short', blob: null }), 'short')
 */
export const wholeText = async <Text extends string | null>(
  { blobs }: { readonly blobs: Blobs },
  { text, blob }: ExcerptedText<Text>,
): Promise<Text | string> => (blob === null ? text : ((await storedText(blobs, blob)) ?? text))
