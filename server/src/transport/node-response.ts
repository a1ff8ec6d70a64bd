import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BodyStream, HttpResponse } from '../http/message.js'
import { headerText } from './header-text.js'
import { measured } from './measured.js'
import type { NodeRequest } from './node-request.js'
import { isBodiless } from './statuses.js'

/** So much of a body that nobody read is read and dropped to keep the connection; with more it is closed. */
const WORTH_READING = 1024 * 1024
/** How long a client that still sends is listened to after the answer, so that it gets to see it: milliseconds. */
const LINGER = 2_000

const headOf = ({ headers }: HttpResponse, length: number | undefined, closes: boolean): Array<string> => {
  const flat: Array<string> = []
  for (const [name, value] of headers) flat.push(name, headerText(value))
  if (length !== undefined) flat.push('Content-Length', String(length))
  if (closes) flat.push('Connection', 'close')
  return flat
}

const pump = async (outgoing: ServerResponse, body: BodyStream): Promise<void> => {
  for await (const chunk of body) {
    if (outgoing.destroyed) return
    if (chunk.byteLength === 0 || outgoing.write(chunk)) continue
    const waiting = new AbortController()
    const { signal } = waiting
    await Promise.race([once(outgoing, 'drain', { signal }), once(outgoing, 'close', { signal })]).catch(
      () => undefined,
    )
    waiting.abort()
  }
  outgoing.end()
}

/** Whether the rest of the request's body is too long to be read for nothing. */
const leavesTooMuch = ({ framing }: NodeRequest, incoming: IncomingMessage): boolean =>
  framing.hasBody && !incoming.complete && (framing.length === undefined || framing.length > WORTH_READING)

const lingerThenClose = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
  outgoing.once('finish', () => {
    incoming.resume()
    setTimeout(() => incoming.socket.destroy(), LINGER).unref()
  })
}

/** Sends the response, no faster than the client takes it. */
export const sendNode = async (
  request: NodeRequest,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  response: HttpResponse,
  draining: boolean,
): Promise<void> => {
  const { status, body } = response
  const unread = leavesTooMuch(request, incoming)
  if (unread) lingerThenClose(incoming, outgoing)
  const streamed = body !== null && typeof body !== 'string' && !(body instanceof Uint8Array)
  const length = streamed ? response.length : body === null ? 0 : Buffer.byteLength(body)
  outgoing.writeHead(status, headOf(response, isBodiless(status) ? undefined : length, unread || draining))
  if (request.method === 'HEAD' || isBodiless(status) || body === null) outgoing.end()
  else if (streamed) await pump(outgoing, measured(body, response.length))
  else outgoing.end(body)
}
