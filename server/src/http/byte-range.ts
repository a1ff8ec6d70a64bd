import { type BodyStream, dismiss, type Header, type HttpRequest, type HttpResponse, isStream } from './message.js'

/** The positions of the first and the last byte. */
interface ByteRange {
  readonly first: number
  readonly last: number
}

const SINGLE = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i

/**
 * The range of a `Range` header in a representation of so many bytes (RFC 9110 §14.1.2). Undefined: the whole is sent, for a malformed header,
 * another unit, or several ranges at once, which a server may ignore (§14.2).
 */
export const byteRangeOf = (header: string, size: number): ByteRange | 'unsatisfiable' | undefined => {
  const [, from = '', to = ''] = SINGLE.exec(header) ?? []
  if (from === '' && to === '') return undefined
  if (from === '') {
    const count = Math.min(Number(to), size)
    return count === 0 ? 'unsatisfiable' : { first: size - count, last: size - 1 }
  }
  const first = Number(from)
  if (to !== '' && Number(to) < first) return undefined
  if (first >= size) return 'unsatisfiable'
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

const headerOf = ({ headers }: HttpResponse, name: string): string | undefined =>
  headers.find((header) => header[0].toLowerCase() === name)?.[1]

/** Whether the client has a part of this very representation (RFC 9110 §13.1.5): a weak entity tag never says so. */
const isOfSame = (ifRange: string | undefined, response: HttpResponse): boolean =>
  ifRange === undefined ||
  (!ifRange.startsWith('W/') && ifRange === headerOf(response, 'etag')) ||
  ifRange === headerOf(response, 'last-modified')

/** The bytes of a range; the source is read up to its end, because its beginning cannot be left out. */
async function* partOf(body: BodyStream, { first, last }: ByteRange): AsyncGenerator<Uint8Array> {
  let at = 0
  for await (const chunk of body) {
    const [begin, end] = [Math.max(first - at, 0), Math.min(last + 1 - at, chunk.byteLength)]
    at += chunk.byteLength
    if (begin < end) yield chunk.subarray(begin, end)
    if (at > last) return
  }
}

const ACCEPTED: Header = ['Accept-Ranges', 'bytes']

/** The part of a file that a request asks for: downloads that broke off go on where they ended (RFC 9110 §14). */
export const withByteRange = (response: HttpResponse, { method, headers }: HttpRequest): HttpResponse => {
  const { status, body, length } = response
  if (status !== 200 || length === undefined || body === null || !isStream(body)) return response
  const accepting = { ...response, headers: [...response.headers, ACCEPTED] }
  const asked = method === 'GET' ? headers.get('range') : undefined
  if (asked === undefined || !isOfSame(headers.get('if-range'), response)) return accepting
  const range = byteRangeOf(asked, length)
  if (range === undefined) return accepting
  if (range === 'unsatisfiable') {
    dismiss(response)
    return { status: 416, headers: [ACCEPTED, ['Content-Range', `bytes */${length}`]], body: null }
  }
  const { first, last } = range
  return {
    status: 206,
    headers: [...accepting.headers, ['Content-Range', `bytes ${first}-${last}/${length}`]],
    body: partOf(body, range),
    length: last - first + 1,
  }
}
