import { type Header, type HttpResponse, isStream } from '../http/message.js'
import { headerText } from './header-text.js'
import { statusLine } from './statuses.js'
import type { NativeResponse } from './uws-binding.js'

const lineOf = (header: Header): string => header.line ?? `\r\n${header[0]}: ${headerText(header[1])}`

/**
 * Writes status and headers; `closes`: with `Connection: close`.
 *
 * A call into the native server costs more than the text it carries: all headers are written as the value of the first one, each line checked
 * before it is joined. 200 is the native server's default.
 */
export const writeHead = (native: NativeResponse, { status, headers }: HttpResponse, closes: boolean): void => {
  if (status !== 200) native.writeStatus(statusLine(status))
  const [first] = headers
  if (first === undefined) {
    if (closes) native.writeHeader('Connection', 'close')
    return
  }
  let lines = headerText(first[1])
  for (let at = 1; at < headers.length; at++) lines += lineOf(headers[at] as Header)
  if (closes) lines += '\r\nConnection: close'
  native.writeHeader(first[0], lines)
}

const lengthOf = ({ body, length }: HttpResponse): number | undefined => {
  if (isStream(body)) return length
  return body === null ? 0 : Buffer.byteLength(body)
}

/** Writes the length of the body as a header, where it is known. */
export const writeLength = (native: NativeResponse, response: HttpResponse): void => {
  const length = lengthOf(response)
  if (length !== undefined) native.writeHeader('Content-Length', String(length))
}

/**
 * The head alone, for HEAD.
 *
 * The length is written as a header: with `endWithoutBody(length)` the native server would wait for the body for ever.
 */
export const endHead = (native: NativeResponse, response: HttpResponse): void => {
  writeLength(native, response)
  native.endWithoutBody()
}
