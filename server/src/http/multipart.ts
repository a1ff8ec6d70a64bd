import { setImmediate as othersTurn } from 'node:timers/promises'
import * as E from 'fp-ts/lib/Either.js'
import { MalformedForm, readForm } from './form-parser.js'
import { MalformedParameters, nest, type RawParams } from './nested-params.js'
import { malformed, type Refusal } from './refusal.js'

/** An uploaded file of a small form, in memory. */
export interface UploadedFile {
  readonly filename: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** Whether a raw parameter is a file, which only forms have. */
export const isUploadedFile = (raw: unknown): raw is UploadedFile =>
  typeof raw === 'object' && raw !== null && (raw as Partial<UploadedFile>).bytes instanceof Uint8Array

const MAX_PARTS = 10_000

/** In bytes. Between pieces other requests have their turn, and a form with too many parts is ended. */
const PIECE = 64 * 1024

/** What the parser puts in place of bytes that are no UTF-8. */
const REPLACEMENT = '\uFFFD'
const REPLACEMENT_CODE = 0xfffd
const [FIRST, SECOND, THIRD] = [0xef, 0xbf, 0xbd]

// In loops: a form may have millions, and each call of `indexOf` costs more than a look at some hundred bytes.
const writtenIn = (bytes: Uint8Array): number => {
  let count = 0
  for (let at = 0; at < bytes.length; at++)
    if (bytes[at] === FIRST && bytes[at + 1] === SECOND && bytes[at + 2] === THIRD) count++
  return count
}

const readIn = (text: string): number => {
  let count = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === REPLACEMENT_CODE) count++
  return count
}

/** Whether some of the texts are not what was sent: they have the character more often than the form has it outside its files. */
const isReplaced = (texts: ReadonlyArray<string>, bytes: Uint8Array, files: ReadonlyArray<UploadedFile>): boolean => {
  const affected = texts.filter((text) => text.includes(REPLACEMENT))
  if (affected.length === 0) return false
  const found = affected.reduce((sum, text) => sum + readIn(text), 0)
  return found > files.reduce((sum, file) => sum - writtenIn(file.bytes), writtenIn(bytes))
}

/** Reads a whole multipart form (RFC 7578): fields as text, files as `UploadedFile`. */
export const parseMultipart = async (bytes: Uint8Array, contentType: string): Promise<E.Either<Refusal, RawParams>> => {
  const fields: Array<readonly [string, string]> = []
  const files: RawParams = Object.create(null) as RawParams
  const whole = async function* () {
    for (let at = 0; at < bytes.byteLength; at += PIECE) {
      if (at > 0) await othersTurn()
      yield bytes.subarray(at, at + PIECE)
    }
  }
  try {
    await readForm(
      whole(),
      contentType,
      { fieldSize: bytes.byteLength, parts: MAX_PARTS },
      {
        field: (name, value) => fields.push([name, value]),
        file: async ({ name, filename, contentType: type, content }) => {
          const chunks: Array<Uint8Array> = []
          for await (const chunk of content) chunks.push(chunk)
          files[name] = { filename, contentType: type, bytes: Buffer.concat(chunks) }
        },
      },
    )
    const sent = Object.values(files) as ReadonlyArray<UploadedFile>
    const texts = [...fields.flat(), ...Object.keys(files), ...sent.map(({ filename }) => filename)]
    if (texts.some((text) => text.includes('\u0000')) || isReplaced(texts, bytes, sent)) return E.left(malformed)
    return E.right(Object.assign(nest(fields), files))
  } catch (error) {
    if (error instanceof MalformedForm || error instanceof MalformedParameters) return E.left(malformed)
    throw error
  }
}
