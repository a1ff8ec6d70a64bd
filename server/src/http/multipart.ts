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

/** Reads a whole multipart form (RFC 7578): fields as text, files as `UploadedFile`. */
export const parseMultipart = async (bytes: Uint8Array, contentType: string): Promise<E.Either<Refusal, RawParams>> => {
  const fields: Array<readonly [string, string]> = []
  const files: RawParams = Object.create(null) as RawParams
  const whole = async function* () {
    yield bytes
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
    if (fields.some(([name, value]) => name.includes('\u0000') || value.includes('\u0000'))) return E.left(malformed)
    return E.right(Object.assign(nest(fields), files))
  } catch (error) {
    if (error instanceof MalformedForm || error instanceof MalformedParameters) return E.left(malformed)
    throw error
  }
}
