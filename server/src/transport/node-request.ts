import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpRequest, RequestBody } from '../http/message.js'
import { Framing } from './framing.js'
import { IncomingBody, NO_BODY } from './incoming-body.js'
import { MinimumRate } from './minimum-rate.js'
import { remoteAddressOf } from './remote-address.js'
import { RequestLife } from './request-life.js'
import { splitTarget } from './request-target.js'

const receive = (life: RequestLife, incoming: IncomingMessage, declared: number | undefined, clientTimeout: number) => {
  const body = new IncomingBody(life, incoming, new MinimumRate(life, clientTimeout), declared)
  // The body broke off, possibly after its answer.
  incoming.once('close', () => {
    if (body.missing > 0) life.end()
  })
  incoming.on('error', () => undefined)
  incoming.on('data', (chunk: Buffer) => body.take(chunk, false))
  incoming.on('end', () => body.take(new Uint8Array(0), true))
  return body
}

/** A request of `node:http` as ours. */
export class NodeRequest implements HttpRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers = new Map<string, string>()
  readonly remoteAddress: string
  readonly framing = new Framing()
  readonly life: RequestLife
  readonly body: RequestBody
  /** Of the answer to the client. */
  readonly pace: MinimumRate

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, clientTimeout: number) {
    const { path, query } = splitTarget(incoming.url ?? '/')
    this.method = incoming.method ?? 'GET'
    this.path = path
    this.query = query
    this.remoteAddress = remoteAddressOf(incoming.socket)
    this.life = new RequestLife({ close: () => incoming.socket.destroy() })
    this.pace = new MinimumRate(this.life, clientTimeout)
    this.#takeHeaders(incoming.rawHeaders)
    const { hasBody, length } = this.framing
    this.body = hasBody ? receive(this.life, incoming, length, clientTimeout) : NO_BODY
    outgoing.once('close', () => this.life.end())
  }

  #takeHeaders(raw: ReadonlyArray<string>): void {
    for (let at = 0; at + 1 < raw.length; at += 2) {
      const name = (raw[at] as string).toLowerCase()
      const value = raw[at + 1] as string
      const known = this.headers.get(name)
      this.headers.set(name, known === undefined ? value : `${known}, ${value}`)
      this.framing.see(name, value)
    }
  }

  get signal(): AbortSignal {
    return this.life.signal
  }
}
