import { type BodyStream, dismiss, type HttpResponse, isStream } from '../http/message.js'
import { partsOf } from './body-source.js'
import { headerText } from './header-text.js'
import { IncomingBody } from './incoming-body.js'
import { isBodiless, statusLine } from './statuses.js'
import type { NativeResponse } from './uws-binding.js'
import type { UwsRequest } from './uws-request.js'

/** If more than this of a request's body is still to come, the client is asked to close the connection. */
const WORTH_READING = 1024 * 1024

/**
 * A call into the native server costs more than the text it carries: all headers are written as the value of the first one, each line checked
 * before it is joined. 200 is the native server's default.
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

/**
 * Writes a body part by part and waits while the client is slower.
 *
 * One listener serves the whole response, because the native server drops one that is registered while another runs.
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
    request.life.onEnd(() => this.#wake?.())
  }

  async #writable(): Promise<void> {
    const { life, pace } = this.#request
    if (life.over) return
    pace.wait()
    await new Promise<void>((resolve) => {
      this.#wake = () => {
        this.#wake = undefined
        resolve()
      }
    })
    pace.go()
  }

  /** Sends a part of a body of known size. */
  async sendOf(total: number, part: Uint8Array): Promise<void> {
    const { life, pace } = this.#request
    let rest = part
    while (!life.over) {
      const before = this.#native.getWriteOffset()
      const [ok, done] = this.#tryEnd(rest, total)
      if (done) life.end()
      if (ok || done) {
        pace.moved(rest.byteLength)
        return
      }
      const sent = this.#native.getWriteOffset() - before
      pace.moved(sent)
      rest = rest.subarray(sent)
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

  /** Sends a part of a body of unknown size. */
  async send(part: Uint8Array): Promise<void> {
    let fits = true
    this.#native.cork(() => {
      fits = this.#native.write(part)
    })
    if (!fits) await this.#writable()
    this.#request.pace.moved(part.byteLength)
  }
}

/** The whole answer was sent: the rest of the request is read and discarded, and then the connection is reused or closed. */
const finish = async ({ life, body }: UwsRequest, native: NativeResponse): Promise<void> => {
  const isWhole = !(body instanceof IncomingBody) || body.missing === 0 || (await body.discard())
  if (life.over) return
  life.end()
  native.cork(() => native.end(undefined, !isWhole))
}

const pump = async (
  request: UwsRequest,
  native: NativeResponse,
  body: BodyStream,
  length: number | undefined,
): Promise<void> => {
  const { life } = request
  const outlet = new Outlet(request, native)
  for await (const part of partsOf(life, { body, length })) {
    if (life.over) return
    await (length === undefined ? outlet.send(part) : outlet.sendOf(length, part))
    if (life.over) return
  }
  await finish(request, native)
}

const lengthOf = ({ body, length }: HttpResponse): number | undefined => {
  if (isStream(body)) return length
  return body === null ? 0 : Buffer.byteLength(body)
}

/**
 * The head alone, for HEAD.
 *
 * The length is written as a header: with `endWithoutBody(length)` the native server would wait for the body for ever.
 */
const endHead = (native: NativeResponse, response: HttpResponse): void => {
  const length = lengthOf(response)
  if (length !== undefined) native.writeHeader('Content-Length', String(length))
  native.endWithoutBody()
}

const endAtOnce = (request: UwsRequest, native: NativeResponse, response: HttpResponse, closes: boolean): void => {
  const { status, body } = response
  request.life.end()
  dismiss(response)
  writeHead(native, response, closes)
  if (isBodiless(status)) native.endWithoutBody()
  else if (request.method === 'HEAD') endHead(native, response)
  else if (body === null) native.end()
  else if (!isStream(body)) native.end(body)
}

/** A short rest of the request's body is waited for, so that the connection can be reused; with a long one the answer is sent at once. */
const endLate = async (
  request: UwsRequest,
  native: NativeResponse,
  response: HttpResponse,
  incoming: IncomingBody,
): Promise<void> => {
  const { body, status } = response
  const isLong = incoming.missing > WORTH_READING
  const hasText = body !== null && !isStream(body) && !isBodiless(status)
  if (isLong && hasText) {
    native.cork(() => {
      writeHead(native, response, true)
      native.write(typeof body === 'string' ? Buffer.from(body) : body)
    })
    await finish(request, native)
    return
  }
  const isWhole = await incoming.discard()
  if (!request.life.over) native.cork(() => endAtOnce(request, native, response, !isWhole))
}

/** Sends the response, no faster than the client receives it; nothing if the client is gone. */
export const sendUws = (
  request: UwsRequest,
  native: NativeResponse,
  response: HttpResponse,
  draining: boolean,
): Promise<void> | undefined => {
  const { body, status } = response
  if (request.life.over) {
    dismiss(response)
    return undefined
  }
  const incoming = request.body instanceof IncomingBody && request.body.missing > 0 ? request.body : undefined
  if (isStream(body) && request.method !== 'HEAD' && !isBodiless(status)) {
    const closes = draining || (incoming !== undefined && incoming.missing > WORTH_READING)
    native.cork(() => writeHead(native, response, closes))
    // A body that ends itself with its last byte would leave the rest of the request's unread.
    return pump(request, native, body, incoming === undefined ? response.length : undefined)
  }
  if (incoming !== undefined) return endLate(request, native, response, incoming)
  endAtOnce(request, native, response, draining)
  return undefined
}
