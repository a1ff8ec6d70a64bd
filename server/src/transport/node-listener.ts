import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const BODILESS = new Set(['GET', 'HEAD'])

const headersOf = ({ rawHeaders }: IncomingMessage): Headers => {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return headers
}

/** The request of a `node:http` listener, also behind a framework. */
type Incoming = IncomingMessage & { readonly originalUrl?: string }

const requestOf = (incoming: Incoming, signal: AbortSignal): Request => {
  const { method = 'GET', originalUrl, url = '/', headers } = incoming
  const at = new URL(originalUrl ?? url, `http://${headers.host ?? 'localhost'}`)
  const head = { method, headers: headersOf(incoming), signal }
  if (BODILESS.has(method)) return new Request(at, head)
  return new Request(at, { ...head, body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: 'half' })
}

/**
 * A `fetch` as a listener of `node:http`, for frameworks built on it. The body must not have been read before.
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
    const gone = new AbortController()
    outgoing.once('close', () => gone.abort())
    const response = await ask(requestOf(incoming, gone.signal))
    outgoing.writeHead(response.status, [...response.headers].flat())
    if (response.body === null) return void outgoing.end()
    // A client that disconnects early ends the pipeline; there is no client left to answer.
    await pipeline(Readable.fromWeb(response.body as never), outgoing).catch(() => undefined)
  }
