import type { HttpHandler, HttpResponse } from '../http/message.js'
import { DEFAULT_GRACE, type Listening, type ListenOptions } from './listening.js'
import { DEFAULT_CLIENT_TIMEOUT } from './minimum-rate.js'
import { PerTurn } from './per-turn.js'
import { type NativeRequest, type NativeResponse, type NativeServer, uwsBinding } from './uws-binding.js'
import { UwsRequest } from './uws-request.js'
import { sendUws } from './uws-response.js'
import { nativeSocket } from './uws-socket.js'

const POLL = 20

/** More answers than this, known at once, wait for the next turn of the event loop. */
const ANSWERS_PER_TURN = 128

/** More than the native server buffers: 16 KiB. */
const REFUSAL = Buffer.alloc(17 * 1024, ' ')
REFUSAL.write('Bad Request\n')

/**
 * If the response were ended normally, the native server would take the following bytes for another request: so an answer too long to be
 * buffered is written,
 * and the connection closed.
 */
const refuse = (native: NativeResponse): void => {
  native.onAborted(() => undefined)
  native.writeStatus('400 Bad Request')
  native.writeHeader('Connection', 'close')
  native.write(REFUSAL)
  native.close()
}

class UwsListening implements Listening {
  readonly name = 'uws'
  readonly port: number
  readonly #server: NativeServer
  readonly #socket: object
  readonly #work: Work

  constructor(server: NativeServer, socket: object, work: Work) {
    this.port = server.us_socket_local_port(socket)
    this.#server = server
    this.#socket = socket
    this.#work = work
  }

  underWay(): number {
    return this.#work.underWay.size
  }

  async close(grace = DEFAULT_GRACE): Promise<void> {
    if (!this.#work.draining) this.#server.us_listen_socket_close(this.#socket)
    this.#work.draining = true
    const until = performance.now() + grace
    while (this.#work.underWay.size > 0 && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, POLL))
    for (const { life } of this.#work.underWay) life.cut()
  }
}

/** The requests in progress. */
interface Work {
  draining: boolean
  readonly underWay: Set<UwsRequest>
  /** How long a nearly idle client is waited for, in milliseconds. */
  readonly clientTimeout: number
  /** The answers that were known at once. */
  readonly answers: PerTurn
}

/**
 * The native server hands over all requests that a connection has sent, however many, before it looks at another connection. A request that is
 * answered in a later turn ends its connection if others were sent behind it.
 */
const nextTurn = (response: HttpResponse): Promise<HttpResponse> =>
  new Promise((resolve) => setImmediate(() => resolve(response)))

/** Nothing may be thrown into native code, and a request without an answer would end the process. */
const answer = (handler: HttpHandler, work: Work, native: NativeResponse, incoming: NativeRequest): void => {
  let request: UwsRequest | undefined
  try {
    request = new UwsRequest(incoming, native, work.clientTimeout)
    const response = request.framing.ambiguous ? undefined : handler(request)
    if (response === undefined) {
      request.life.end()
      refuse(native)
    }
    if (response instanceof Promise) answerLater(work, native, request, response)
    else if (response !== undefined && work.answers.isCrowded()) answerLater(work, native, request, nextTurn(response))
    else if (response !== undefined) settle(work, native, request, response)
  } catch {
    if (request?.life.over !== true) cut(native, request)
  }
}

/** Without an answer and without this listener the native server would end the process. */
const cut = (native: NativeResponse, request: UwsRequest | undefined): void => {
  native.onAborted(() => undefined)
  request?.life.end()
  native.close()
}

const settle = (work: Work, native: NativeResponse, request: UwsRequest, response: HttpResponse): void => {
  const streaming = sendUws(request, native, response, work.draining)
  if (streaming !== undefined) watch(work, native, request, streaming)
}

const answerLater = (
  work: Work,
  native: NativeResponse,
  request: UwsRequest,
  response: Promise<HttpResponse>,
): void => {
  const sent = response.then((ready) => {
    if (request.life.over) return sendUws(request, native, ready, work.draining)
    let streaming: Promise<void> | undefined
    native.cork(() => {
      streaming = sendUws(request, native, ready, work.draining)
    })
    return streaming
  })
  watch(work, native, request, sent)
}

/** Lists the request until its life ends, and closes the connection if its answer fails in the middle of its body. */
const watch = (work: Work, native: NativeResponse, request: UwsRequest, sent: Promise<unknown>): void => {
  const { life } = request
  work.underWay.add(request)
  life.onEnd(() => work.underWay.delete(request))
  native.onAborted(() => life.end())
  sent.catch(() => life.cut())
}

/**
 * Serves over uWebSockets.js. `port` 0 takes any free one. Rejects if the address is taken or there is no binary.
 *
 * @example
 * import assert from 'node:assert/strict'
 * import { listenUws, uwsBinding } from '@forgefold/server'
 *
 * if (uwsBinding().kind === 'there') {
 *   const listening = await listenUws(async () => ({ status: 200, headers: [], body: 'here' }), '127.0.0.1', 0)
 *   const response = await fetch(`http://127.0.0.1:${listening.port}`)
 *   assert.equal(await response.text(), 'here')
 *   await listening.close(0)
 * }
 */
export const listenUws = async (
  handler: HttpHandler,
  host: string,
  port: number,
  { clientTimeout = DEFAULT_CLIENT_TIMEOUT }: ListenOptions = {},
): Promise<Listening> => {
  const binding = uwsBinding()
  if (binding.kind === 'missing') throw new Error(binding.why)
  const { server } = binding
  const work: Work = { draining: false, underWay: new Set(), clientTimeout, answers: new PerTurn(ANSWERS_PER_TURN) }
  const socket = await nativeSocket(server, (native, incoming) => answer(handler, work, native, incoming), host, port)
  return new UwsListening(server, socket, work)
}
