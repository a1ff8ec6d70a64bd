import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { remoteAddressOf, sentFrom } from './remote-address.js'
import { splitTarget } from './request-target.js'

const BODILESS = new Set(['GET', 'HEAD'])

/** Methods that `Request` refuses. */
const REFUSED = new Set(['CONNECT', 'TRACE', 'TRACK'])

const BODY_IS_GONE =
  'The body of the request was read before it reached the forge. Mount the forge before what reads bodies, such as express.json().'

const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return headers
}

/** The request of a `node:http` listener, also behind a framework. */
type Incoming = IncomingMessage & { readonly originalUrl?: string }

/** The URL that a client asked for; undefined where its `Host` header is none. */
const urlOf = ({ originalUrl, url = '/', headers, socket }: Incoming): string | undefined => {
  const { path, query } = splitTarget(originalUrl ?? url)
  const base = `${'encrypted' in socket ? 'https' : 'http'}://${headers.host ?? 'localhost'}`
  if (!URL.canParse(base) || new URL(base).pathname !== '/') return undefined
  return `${base}${path.startsWith('/') ? '' : '/'}${path}${query === '' ? '' : `?${query}`}`
}

/** The server that took a connection, as `node:http` notes it there. */
const serverOf = (socket: Socket & { readonly server?: Server }): Server | undefined => socket.server

/** A body that is received as it is read. What nobody has read by the time of the answer can be discarded: unlike `Readable.toWeb` it keeps no hold of it. */
class ReceivedBody {
  readonly #incoming: IncomingMessage
  readonly #parts: AsyncIterator<Uint8Array>

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming
    this.#parts = incoming.iterator({ destroyOnReturn: false })
  }

  stream(): ReadableStream<Uint8Array> {
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      const { done, value } = await this.#parts.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    }
    return new ReadableStream({ pull }, { highWaterMark: 0 })
  }

  /** Takes the rest off the connection, which otherwise could carry no further request and would not end with the server. */
  async discard(): Promise<void> {
    await this.#parts.return?.()
    const { socket } = this.#incoming
    this.#incoming.once('end', () => {
      // A server that closes ends the connections that are idle then; this one becomes idle now.
      if (serverOf(socket)?.listening === false) socket.destroySoon()
    })
    this.#incoming.resume()
  }
}

const requestOf = (incoming: Incoming, url: string, signal: AbortSignal, body: ReceivedBody | undefined): Request => {
  const head = { method: incoming.method ?? 'GET', headers: headersOf(incoming), signal }
  const sent = body === undefined ? {} : { body: body.stream(), duplex: 'half' as const }
  return sentFrom(new Request(url, { ...head, ...sent }), remoteAddressOf(incoming.socket))
}

const refuse = (outgoing: ServerResponse, status: number, text: string): void => {
  outgoing.writeHead(status, { 'Content-Type': 'text/plain', Connection: 'close' }).end(text)
}

/** One by one, where middleware of frameworks looks for them: some of it, such as older `compression`, breaks a list given to `writeHead`. */
const setHeaders = (outgoing: ServerResponse, headers: Headers): void => {
  for (const [name, value] of headers) if (name !== 'set-cookie') outgoing.setHeader(name, value)
  for (const cookie of headers.getSetCookie()) outgoing.appendHeader('set-cookie', cookie)
}

const send = async (ask: typeof fetch, request: () => Request, outgoing: ServerResponse): Promise<void> => {
  const response = await ask(request())
  setHeaders(outgoing, response.headers)
  outgoing.writeHead(response.status)
  if (response.body === null) return void outgoing.end()
  // A client that disconnects early ends the pipeline; there is no client left to answer.
  await pipeline(Readable.fromWeb(response.body as never), outgoing).catch(() => undefined)
}

/**
 * A `fetch` as a listener of `node:http`, for frameworks built on it. Never rejects: a rejection of `fetch`, such as that of a closed forge, is
 * answered 503. The body must not have been read before; the answer is then a 500 that says so.
 *
 * @example
 * import assert from 'node:assert/strict'
 * import { createServer } from 'node:http'
 * import { nodeListener } from '@forgefold/server'
 *
 * const server = createServer(nodeListener(async (request) => new Response(new URL(request.url).pathname)))
 * await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
 * const response = await fetch(`http://127.0.0.1:${server.address().port}/path`)
 * assert.equal(await response.text(), '/path')
 * server.close()
 */
export const nodeListener = (ask: typeof fetch) => {
  if (typeof ask !== 'function')
    throw new TypeError('nodeListener takes the fetch of a forge: nodeListener(forge.fetch)')
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = 'GET', readableDidRead } = incoming
    const url = urlOf(incoming)
    if (url === undefined) return refuse(outgoing, 400, 'Bad Request')
    if (REFUSED.has(method)) return refuse(outgoing, 405, 'Method Not Allowed')
    if (readableDidRead && !BODILESS.has(method)) return refuse(outgoing, 500, BODY_IS_GONE)
    const gone = new AbortController()
    outgoing.once('close', () => gone.abort())
    const body = BODILESS.has(method) ? undefined : new ReceivedBody(incoming)
    await send(ask, () => requestOf(incoming, url, gone.signal, body), outgoing).catch(() => {
      if (outgoing.headersSent || outgoing.destroyed) outgoing.destroy()
      else refuse(outgoing, 503, 'Service Unavailable')
    })
    // Only after the answer: it may be given while the body is still being read, as that of a push is.
    if (!incoming.complete) body?.discard().catch(() => undefined)
  }
}
