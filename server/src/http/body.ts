import * as E from 'fp-ts/lib/Either.js'
import { parseJsonBody } from './json-body.js'
import { BodyTooLarge, type HttpRequest, type MaybePromise } from './message.js'
import { parseMultipart } from './multipart.js'
import { MalformedParameters, noParams, parseParams, type RawParams } from './nested-params.js'
import { bodyTooLarge, malformed, type Refusal, unsupportedMediaType } from './refusal.js'

const utf8 = new TextDecoder('utf-8', { fatal: true })

const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** The media type without its parameters, in lower case. */
const mediaTypeOf = (contentType: string | undefined): string => {
  if (contentType === undefined) return ''
  const end = contentType.indexOf(';')
  return (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase()
}

/** The parameters of a query string or form text. */
export const paramsOfText = (text: string): E.Either<Refusal, RawParams> => {
  if (text === '') return E.right(noParams())
  try {
    return E.right(parseParams(text))
  } catch (error) {
    if (error instanceof MalformedParameters) return E.left(malformed)
    throw error
  }
}

const FORM = 'application/x-www-form-urlencoded'

/** Media types of bodies without parameters. */
const OPAQUE: ReadonlySet<string> = new Set(['text/plain', 'application/octet-stream'])

const parse = (bytes: Uint8Array, contentType: string): MaybePromise<E.Either<Refusal, RawParams>> => {
  const kind = mediaTypeOf(contentType)
  if (kind === 'multipart/form-data') return parseMultipart(bytes, contentType)
  if (OPAQUE.has(kind)) return E.right(noParams())
  const isForm = kind === FORM || kind === ''
  if (!isForm && kind !== 'application/json' && !kind.endsWith('+json'))
    return E.left(unsupportedMediaType(contentType))
  const text = textOf(bytes)
  if (text === undefined) return E.left(malformed)
  return isForm ? paramsOfText(text) : parseJsonBody(text)
}

/** Reads the parameters of a body of at most `limit` bytes: JSON, form or multipart form. */
export const readBodyParams = (request: HttpRequest, limit: number): Promise<E.Either<Refusal, RawParams>> =>
  request.body.bytes(limit).then(
    (bytes) => (bytes.byteLength === 0 ? E.right(noParams()) : parse(bytes, request.headers.get('content-type') ?? '')),
    (error: unknown) => {
      if (error instanceof BodyTooLarge) return E.left(bodyTooLarge)
      throw error
    },
  )
