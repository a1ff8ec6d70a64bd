import type { ServerResponse } from 'node:http'
import { type BodyStream, dismiss, type HttpResponse, isStream } from '../http/message.js'
import { partsOf } from './body-source.js'
import { headerText } from './header-text.js'
import { IncomingBody } from './incoming-body.js'
import { inParts, isLarge } from './large-answer.js'
import type { NodeRequest } from './node-request.js'
import { isBodiless } from './statuses.js'

/** Up to this much unread body is read and discarded to keep the connection; with more it is closed. */
const WORTH_READING = 1024 * 1024

const headOf = ({ headers }: HttpResponse, length: number | undefined, closes: boolean): Array<string> => {
  const flat: Array<string> = []
  for (const [name, value] of headers) flat.push(name, headerText(value))
  if (length !== undefined) flat.push('Content-Length', String(length))
  if (closes) flat.push('Connection', 'close')
  return flat
}

/** Waits until the client has received what was sent, or the request is over. */
const drained = async ({ life, pace }: NodeRequest, outgoing: ServerResponse): Promise<void> => {
  pace.wait()
  await new Promise<void>((resolve) => {
    outgoing.once('drain', resolve)
    life.onEnd(resolve)
  })
  pace.go()
}

const pump = async (
  request: NodeRequest,
  outgoing: ServerResponse,
  body: BodyStream,
  length: number | undefined,
): Promise<void> => {
  const { life, pace } = request
  for await (const part of partsOf(life, { body, length })) {
    if (!outgoing.write(part)) await drained(request, outgoing)
    if (life.over) return
    pace.moved(part.byteLength)
  }
}

/** The rest that the client still sends is read and discarded so that the connection can be reused; it is closed if that takes too long. */
const finish = async ({ life, body }: NodeRequest, outgoing: ServerResponse): Promise<void> => {
  const isWhole = !(body instanceof IncomingBody) || body.missing === 0 || (await body.discard())
  if (life.over) return
  outgoing.end()
  if (!isWhole) life.cut()
}

/** Sends the response, no faster than the client receives it; nothing if the client is gone. `closes`: the connection ends with it. */
export const sendNode = async (
  request: NodeRequest,
  outgoing: ServerResponse,
  response: HttpResponse,
  closes: boolean,
): Promise<void> => {
  const { life, method } = request
  const { status, body } = response
  if (life.over) {
    dismiss(response)
    return
  }
  const missing = request.body instanceof IncomingBody ? request.body.missing : 0
  const length = isStream(body) ? response.length : body === null ? 0 : Buffer.byteLength(body)
  const head = headOf(response, isBodiless(status) ? undefined : length, closes || missing > WORTH_READING)
  outgoing.writeHead(status, head)
  if (method === 'HEAD' || isBodiless(status) || body === null) {
    dismiss(response)
    if (missing > 0) outgoing.flushHeaders()
  } else if (isStream(body)) await pump(request, outgoing, body, length)
  else if (isLarge(body)) await pump(request, outgoing, inParts(body), length)
  else if (missing === 0) outgoing.end(body)
  // Closing with unread bytes would reset the connection and lose the answer.
  else outgoing.write(body)
  if (!life.over && !outgoing.writableEnded) await finish(request, outgoing)
}
