import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { HttpHandler } from '../http/message.js'
import { DEFAULT_GRACE, type Listening, type ListenOptions } from './listening.js'
import { DEFAULT_CLIENT_TIMEOUT } from './minimum-rate.js'
import { NodeRefusal } from './node-refusal.js'
import { NodeRequest } from './node-request.js'
import { sendNode } from './node-response.js'
import { UnderWay } from './under-way.js'

const LIMITS = {
  maxHeaderSize: 32 * 1024,
  /** Milliseconds within which all headers have to arrive. */
  headersTimeout: 30_000,
  /** No limit: a push may take long; an idle connection is closed all the same. */
  requestTimeout: 0,
  keepAliveTimeout: 65_000,
  requireHostHeader: true,
} as const

/** The most requests of one connection that wait for their turn. Clients that send several at once send a few. */
const MOST_AHEAD = 32

/** Connections that end with an answer under way: what is read after its request is not a request. */
const ending = new WeakSet<Socket>()

const refuse = (outgoing: ServerResponse): void => {
  outgoing.writeHead(400, { 'Content-Type': 'text/plain', Connection: 'close' }).end('Bad Request')
}

const listening = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })

const drained = (server: Server, grace: number): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), grace)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })

/**
 * Serves over `node:http`. `port` 0 takes any free one.
 *
 * @example
 * import assert from 'node:assert/strict'
 * import { listenNode } from '@forgefold/server'
 *
 * const listening = await listenNode(async () => ({ status: 200, headers: [], body: 'here' }), '127.0.0.1', 0)
 * const response = await fetch(`http://127.0.0.1:${listening.port}`)
 * assert.equal(await response.text(), 'here')
 * await listening.close(0)
 */
export const listenNode = async (
  handler: HttpHandler,
  host: string,
  port: number,
  { clientTimeout = DEFAULT_CLIENT_TIMEOUT }: ListenOptions = {},
): Promise<Listening> => {
  let draining = false
  const underWay = new UnderWay()
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request = new NodeRequest(incoming, outgoing, clientTimeout)
    const { framing, headers, life } = request
    const isRefused = framing.ambiguous || incoming.httpVersionMajor !== 1
    // Its parser drops the rest of a packet in which an upgrade ends, such as the next request.
    const isLast = isRefused || headers.has('upgrade')
    if (isLast) ending.add(incoming.socket)
    if (isRefused) return refuse(outgoing)
    if (underWay.on(incoming.socket) >= MOST_AHEAD) return void incoming.socket.destroy()
    // One at a time: a client that sends many and reads nothing would take the places of all others.
    const turn = underWay.on(incoming.socket) > 0 ? underWay.before(incoming.socket) : undefined
    underWay.add(incoming.socket, { life, isWhole: () => incoming.complete, isAnswering: () => outgoing.headersSent })
    if (turn !== undefined) await turn
    if (life.over) return
    await sendNode(request, outgoing, await handler(request), draining || isLast).catch(() => life.cut())
  }
  const take = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (!ending.has(incoming.socket)) answer(incoming, outgoing).catch(() => incoming.socket.destroy())
  }
  const server = createServer(LIMITS, take)
  // An expectation that nobody knows is left out of account, as over the native server.
  server.on('checkExpectation', take)
  // A connection without traffic in either direction for this long is closed, also between requests.
  server.setTimeout(Math.max(clientTimeout, LIMITS.headersTimeout))
  const refusal = new NodeRefusal(underWay)
  server.on('clientError', (error, socket) => refusal.onError(error, socket as Socket))
  server.on('connect', (_, socket) => refusal.refuse(socket.resume() as Socket, '405 Method Not Allowed'))
  await listening(server, host, port)
  return {
    port: (server.address() as AddressInfo).port,
    name: 'node',
    underWay: () => underWay.count,
    close: (grace = DEFAULT_GRACE) => {
      draining = true
      return drained(server, grace)
    },
  }
}
