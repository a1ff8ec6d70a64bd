import type { BodyStream, HttpResponse } from '../http/message.js'
import { headerText } from './header-text.js'
import { measured } from './measured.js'
import { isBodiless, statusLine } from './statuses.js'
import type { NativeResponse } from './uws-binding.js'
import { UwsBody } from './uws-body.js'
import type { UwsRequest } from './uws-request.js'

/** With more than this of a request's body still to come, the client is asked to close the connection. */
const WORTH_READING = 1024 * 1024

/**
 * Every call into the native server costs more than the text it takes along: all headers go as the value of the first one, each line checked
 * before it is joined. A success is what the native server says where it is told nothing.
 */
const writeHead = (native: NativeResponse, { status, headers }: HttpResponse, closes: boolean): void => {
  if (status !== 200) native.writeStatus(statusLine(status))
  let lines = ''
  for (const [name, value] of headers) lines += `\r\n${name}: ${headerText(value)}`
  if (closes) lines += '\r\nConnection: close'
  if (lines === '') return
  const colon = lines.indexOf(':')
  native.writeHeader(lines.slice(2, colon), lines.slice(colon + 2))
}

const isStream = (body: HttpResponse['body']): body is BodyStream =>
  body !== null && typeof body !== 'string' && !(body instanceof Uint8Array)

/**
 * Writes a body part by part and waits where the client is slower.
 *
 * One listener serves the whole response: one that is registered while another runs is thrown away by the native server.
 */
class Outlet {
  readonly #request: UwsRequest
  readonly #native: NativeResponse
  #wake: (() => void) | undefined

  constructor(request: UwsRequest, native: NativeResponse) {
    this.#request = request
    this.#native = native
    native.onWritable(() => {
      this.#wake?.()
      return true
    })
    request.signal.addEventListener('abort', () => this.#wake?.(), { once: true })
  }

  #writable(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined
        resolve()
      }
      if (this.#request.over) this.#wake()
    })
  }

  /** A part of a body whose whole size is known. */
  async sendOf(total: number, chunk: Uint8Array): Promise<void> {
    let rest = chunk
    while (!this.#request.over) {
      const before = this.#native.getWriteOffset()
      const [ok, done] = this.#tryEnd(rest, total)
      if (done) this.#request.over = true
      if (ok || done) return
      rest = rest.subarray(this.#native.getWriteOffset() - before)
      await this.#writable()
    }
  }

  #tryEnd(chunk: Uint8Array, total: number): [ok: boolean, done: boolean] {
    let sent: [ok: boolean, done: boolean] = [false, false]
    this.#native.cork(() => {
      sent = this.#native.tryEnd(chunk, total)
    })
    return sent
  }

  /** A part of a body of unknown size. */
  async send(chunk: Uint8Array): Promise<void> {
    let fits = true
    this.#native.cork(() => {
      fits = this.#native.write(chunk)
    })
    if (!fits) await this.#writable()
  }
}

const pump = async (
  request: UwsRequest,
  native: NativeResponse,
  body: BodyStream,
  length: number | undefined,
): Promise<void> => {
  const outlet = new Outlet(request, native)
  for await (const chunk of measured(body, length)) {
    if (request.over) return
    if (chunk.byteLength === 0) continue
    await (length === undefined ? outlet.send(chunk) : outlet.sendOf(length, chunk))
    if (request.over) return
  }
  if (request.over) return
  if (request.body instanceof UwsBody) request.body.drop()
  native.cork(() => native.end())
  request.over = true
}

const lengthOf = ({ body, length }: HttpResponse): number | undefined => {
  if (isStream(body)) return length
  return body === null ? 0 : Buffer.byteLength(body)
}

/**
 * The head alone, for HEAD.
 *
 * The length is a header of our own: told by `endWithoutBody(length)`, the native server would wait for the body for ever.
 */
const endHead = (native: NativeResponse, response: HttpResponse): void => {
  const length = lengthOf(response)
  if (length !== undefined) native.writeHeader('Content-Length', String(length))
  native.endWithoutBody()
}

const endAtOnce = (request: UwsRequest, native: NativeResponse, response: HttpResponse, closes: boolean): void => {
  const { status, body } = response
  writeHead(native, response, closes)
  if (isBodiless(status)) native.endWithoutBody()
  else if (request.method === 'HEAD') endHead(native, response)
  else if (body === null) native.end()
  else if (!isStream(body)) native.end(body)
  request.over = true
}

/** Sends the response, no faster than the client takes it; nothing where the client is gone. */
export const sendUws = (
  request: UwsRequest,
  native: NativeResponse,
  response: HttpResponse,
  draining: boolean,
): Promise<void> | undefined => {
  if (request.over) return undefined
  let closes = draining
  if (request.body instanceof UwsBody) {
    closes ||= request.body.missing > WORTH_READING
    if (!isStream(response.body)) request.body.drop()
  }
  const { body } = response
  if (isStream(body) && request.method !== 'HEAD' && !isBodiless(response.status)) {
    native.cork(() => writeHead(native, response, closes))
    return pump(request, native, body, response.length)
  }
  endAtOnce(request, native, response, closes)
  return undefined
}
