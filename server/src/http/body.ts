import { badParameters, type Rejection, tooLarge } from '@forgefold/core/kernel'
import busboy from 'busboy'
import * as E from 'fp-ts/lib/Either.js'
import { BodyTooLarge, type HttpRequest } from './message.js'
import { MalformedParameters, nest, pairsOf } from './nested.js'

export type BodyParams = Readonly<Record<string, unknown>>

const NONE: BodyParams = Object.freeze(Object.create(null) as Record<string, unknown>)
const DEEPEST_JSON = 100

const BROKEN_JSON: Rejection = badParameters(
  "Problem: message body does not match declared format\n  Resolution: when specifying application/json as content-type, you must pass valid application/json in the request's 'body'\n  ",
)

/** How deep brackets nest outside of strings; a cheap look before the parser recurses. */
const isTooDeep = (text: string): boolean => {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (quoted) {
      if (code === 92) at++
      else if (code === 34) quoted = false
    } else if (code === 34) quoted = true
    else if (code === 91 || code === 123) {
      if (++depth > DEEPEST_JSON) return true
    } else if (code === 93 || code === 125) depth--
  }
  return false
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

const text = (bytes: Uint8Array): string | undefined => {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

const hasNul = (value: unknown): boolean => {
  if (typeof value === 'string') return value.includes('\u0000')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => key.includes('\u0000') || hasNul(inner))
}

const parseJson = (bytes: Uint8Array): E.Either<Rejection, BodyParams> => {
  const source = text(bytes)
  if (source === undefined || isTooDeep(source)) return E.left(BROKEN_JSON)
  if (source.trim() === '') return E.right(NONE)
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch {
    return E.left(BROKEN_JSON)
  }
  // Anything but an object carries no parameters; clients send `null` for "nothing".
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return E.right(NONE)
  if (source.includes('\\u0000') && hasNul(value)) return E.left({ kind: 'BadRequest', reason: 'Malformed' })
  return E.right(value as BodyParams)
}

const parseForm = (bytes: Uint8Array): E.Either<Rejection, BodyParams> => {
  const source = text(bytes)
  if (source === undefined) return E.left({ kind: 'BadRequest', reason: 'Malformed' })
  try {
    return E.right(nest(pairsOf(source)))
  } catch (error) {
    if (error instanceof MalformedParameters) return E.left({ kind: 'BadRequest', reason: 'Malformed' })
    throw error
  }
}

/** The fields of a multipart form; its files are not parameters. */
const parseMultipart = (bytes: Uint8Array, contentType: string): Promise<E.Either<Rejection, BodyParams>> =>
  new Promise((resolve) => {
    const malformed = E.left<Rejection, BodyParams>({ kind: 'BadRequest', reason: 'Malformed' })
    try {
      const pairs: Array<readonly [string, string]> = []
      const parser = busboy({ headers: { 'content-type': contentType }, limits: { fieldSize: bytes.byteLength } })
      parser.on('field', (name, value) => pairs.push([name, value]))
      parser.on('file', (_name, stream) => stream.resume())
      parser.on('error', () => resolve(malformed))
      parser.on('close', () => {
        try {
          resolve(E.right(nest(pairs)))
        } catch {
          resolve(malformed)
        }
      })
      parser.end(Buffer.from(bytes))
    } catch {
      resolve(malformed)
    }
  })

const FORM = 'application/x-www-form-urlencoded'
const TAKEN = new Set(['', 'application/json', FORM, 'multipart/form-data', 'text/plain', 'application/octet-stream'])

/** Reads the parameters of a body: JSON, form or multipart form. `limit` in bytes. Rejections: `BadParameters`, `BadRequest`, `TooLarge`. */
export const readBody = async (request: HttpRequest, limit: number): Promise<E.Either<Rejection, BodyParams>> => {
  const contentType = request.headers.get('content-type') ?? ''
  const kind = (contentType.split(';')[0] as string).trim().toLowerCase()
  let bytes: Uint8Array
  try {
    bytes = await request.body.bytes(limit)
  } catch (error) {
    if (error instanceof BodyTooLarge) return E.left(tooLarge)
    throw error
  }
  if (bytes.byteLength === 0) return E.right(NONE)
  if (kind === 'application/json' || kind.endsWith('+json')) return parseJson(bytes)
  if (kind === 'multipart/form-data') return parseMultipart(bytes, contentType)
  if (kind === FORM || kind === '') return parseForm(bytes)
  if (TAKEN.has(kind)) return E.right(NONE)
  return E.left({ kind: 'UnsupportedMediaType', contentType: kind })
}
