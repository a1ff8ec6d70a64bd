import { createRequire } from 'node:module'
import type busboy from 'busboy'
import * as E from 'fp-ts/lib/Either.js'
import { nest, type RawParams } from './nested-params.js'
import { malformed, type Refusal } from './refusal.js'

/** An uploaded file of a small form, whole. */
export interface UploadedFile {
  readonly filename: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** Loaded with the first form. */
const formParser = (): typeof busboy => createRequire(import.meta.url)('busboy')

const MOST_PARTS = 10_000

/** Reads a whole multipart form (RFC 7578): fields as text, files as `UploadedFile`. */
export const parseMultipart = (bytes: Uint8Array, contentType: string): Promise<E.Either<Refusal, RawParams>> =>
  new Promise((resolve) => {
    const broken = (): void => resolve(E.left(malformed))
    try {
      const fields: Array<readonly [string, string]> = []
      const files: RawParams = Object.create(null) as RawParams
      const parser = formParser()({
        headers: { 'content-type': contentType },
        limits: { fieldSize: bytes.byteLength, parts: MOST_PARTS },
      })
      parser.on('field', (name, value) => {
        fields.push([name, value])
      })
      parser.on('file', (name, stream, info) => {
        const chunks: Array<Buffer> = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('error', broken)
        stream.on('end', () => {
          files[name] = { filename: info.filename, contentType: info.mimeType, bytes: Buffer.concat(chunks) }
        })
      })
      parser.on('error', broken)
      parser.on('partsLimit', broken)
      parser.on('close', () => {
        try {
          if (fields.some(([name, value]) => name.includes('\u0000') || value.includes('\u0000'))) return broken()
          resolve(E.right(Object.assign(nest(fields), files)))
        } catch {
          broken()
        }
      })
      parser.end(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    } catch {
      broken()
    }
  })
