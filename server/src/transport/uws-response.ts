import { type BodyStream, dismiss, type HttpResponse, isStream } from '../http/message.js'
import { partsOf } from './body-source.js'
import { IncomingBody } from './incoming-body.js'
import { inParts, isLarge } from './large-answer.js'
import { isBodiless } from './statuses.js'
import type { NativeResponse } from './uws-binding.js'
import { endHead, writeHead, writeLength } from './uws-head.js'
import { Outlet } from './uws-outlet.js'
import type { UwsRequest } from './uws-request.js'

/** If more than this of a request's body is still to come, the client is asked to close the connection. */
const WORTH_READING = 1024 * 1024

/**
 * The end of an answer in parts and of its connection: the last part, which is empty, and a trailer. Told to end both, the native server would write a
 * header between the parts.
 */
const endParts = ({ life }: UwsRequest, native: NativeResponse): void => {
  native.cork(() => native.writeHeader('\r\n0\r\nX-Request-Body', 'unread\r\n'))
  life.cut()
}

/** The whole answer was sent: the rest of the request is read and discarded, and then the connection is reused or closed. */
const finish = async (request: UwsRequest, native: NativeResponse, hasParts: boolean): Promise<void> => {
  const { life, body } = request
  const isWhole = !(body instanceof IncomingBody) || body.missing === 0 || (await body.discard())
  if (life.over) return
  if (!isWhole && hasParts) return endParts(request, native)
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
  let hasParts = false
  for await (const part of partsOf(life, { body, length })) {
    if (life.over) return
    hasParts ||= part.byteLength > 0
    await (length === undefined ? outlet.send(part) : outlet.sendOf(length, part))
    if (life.over) return
  }
  await finish(request, native, hasParts)
}

/**
 * A whole body, sent at once as far as the client takes it.
 *
 * The native server would keep all that is left, take the next request of the connection, and keep that answer as well. So the request goes on
 * until the client has taken its answer, and nobody is answered before that.
 */
const endText = (request: UwsRequest, native: NativeResponse, body: string | Uint8Array): Promise<void> | undefined => {
  const total = Buffer.byteLength(body)
  if (isLarge(body)) return pump(request, native, inParts(body), total)
  const [, done] = native.tryEnd(body, total)
  if (!done) return new Outlet(request, native).sendRest(body, total)
  request.life.end()
  return undefined
}

/** Whether an answer has nothing but a head. */
const isHeadAlone = ({ method }: UwsRequest, { status, body }: HttpResponse): boolean =>
  body === null || body === '' || method === 'HEAD' || isBodiless(status)

const sendHeadAlone = (request: UwsRequest, native: NativeResponse, response: HttpResponse, closes: boolean): void => {
  request.life.end()
  writeHead(native, response, closes)
  if (isBodiless(response.status)) native.endWithoutBody()
  else if (request.method === 'HEAD') endHead(native, response)
  else native.end()
}

/** A connection has about as many answers without a body, and so has a server before it closes the first connection for them. */
const HEADS_OF_A_CONNECTION = 256

let heads = 0

/**
 * Whether this answer without a body is the last one of its connection.
 *
 * The native server does not tell whether a client takes the heads that it is sent, nor which connection a request came on: it would keep them
 * without end for a client that takes none. By chance, because a client that could count would spend the last one on another connection.
 */
const isLastHead = (): boolean => ++heads > HEADS_OF_A_CONNECTION && Math.random() * HEADS_OF_A_CONNECTION < 1

/** The head, and the end of its connection with all that the native server still keeps for it. */
const sendLastHead = async (request: UwsRequest, native: NativeResponse, response: HttpResponse): Promise<void> => {
  // In a turn of its own: what is written in the handler would be thrown away with the connection.
  await new Promise((later) => setImmediate(later))
  const { life, method } = request
  if (life.over) return
  native.cork(() => {
    writeHead(native, response, false)
    if (method === 'HEAD' && !isBodiless(response.status)) writeLength(native, response)
    // The empty line that ends the head comes with the last header: the native server would write it with the end of the answer.
    native.writeHeader('Connection', 'close\r\n')
  })
  life.cut()
}

const endAtOnce = (
  request: UwsRequest,
  native: NativeResponse,
  response: HttpResponse,
  closes: boolean,
): Promise<void> | undefined => {
  const { body } = response
  dismiss(response)
  if (isHeadAlone(request, response)) {
    if (isLastHead()) return sendLastHead(request, native, response)
    sendHeadAlone(request, native, response, closes)
    return undefined
  }
  writeHead(native, response, closes)
  return body === null || isStream(body) ? undefined : endText(request, native, body)
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
    await finish(request, native, Buffer.byteLength(body) > 0)
    return
  }
  const isWhole = await incoming.discard()
  if (request.life.over) return
  let rest: Promise<void> | undefined
  native.cork(() => {
    rest = endAtOnce(request, native, response, !isWhole)
  })
  await rest
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
  return endAtOnce(request, native, response, draining)
}
