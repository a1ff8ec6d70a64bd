import type { IncomingMessage, ServerResponse } from 'node:http'
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

const requestOf = (incoming: Incoming, url: string, signal: AbortSignal): Request => {
  const { method = 'GET' } = incoming
  const head = { method, headers: headersOf(incoming), signal }
  const body = BODILESS.has(method)
    ? {}
    : { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: 'half' as const }
  return sentFrom(new Request(url, { ...head, ...body }), remoteAddressOf(incoming.socket))
}

const refuse = (outgoing: ServerResponse, status: number, text: string): void => {
  outgoing.writeHead(status, { 'Content-Type': 'text/plain', Connection: 'close' }).end(text)
}

const send = async (ask: typeof fetch, incoming: Incoming, outgoing: ServerResponse, url: string): Promise<void> => {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  const response = await ask(requestOf(incoming, url, gone.signal))
  outgoing.writeHead(response.status, [...response.headers].flat())
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
export const nodeListener =
  (ask: typeof fetch) =>
  async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = 'GET', readableDidRead } = incoming
    const url = urlOf(incoming)
    if (url === undefined) return refuse(outgoing, 400, 'Bad Request')
    if (REFUSED.has(method)) return refuse(outgoing, 405, 'Method Not Allowed')
    if (readableDidRead && !BODILESS.has(method)) return refuse(outgoing, 500, BODY_IS_GONE)
    await send(ask, incoming, outgoing, url).catch(() => {
      if (outgoing.headersSent || outgoing.destroyed) outgoing.destroy()
      else refuse(outgoing, 503, 'Service Unavailable')
    })
  }
