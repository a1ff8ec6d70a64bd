import type { IncomingMessage, ServerResponse } from 'node:http'
import { BodyAborted, type HttpRequest, type RequestBody } from '../http/message.js'
import { Framing } from './framing.js'
import { splitTarget } from './request-target.js'
import { wholeBody } from './whole-body.js'

async function* chunksOf(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    // Who stops reading early still wants to answer: the connection must outlive the iteration.
    yield* incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  } catch {
    throw new BodyAborted()
  }
}

/** A request of `node:http` as ours. */
export class NodeRequest implements HttpRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers = new Map<string, string>()
  readonly remoteAddress: string
  readonly framing = new Framing()
  readonly body: RequestBody
  readonly #outgoing: ServerResponse
  #gone: AbortController | undefined

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { path, query } = splitTarget(incoming.url ?? '/')
    this.method = incoming.method ?? 'GET'
    this.path = path
    this.query = query
    this.remoteAddress = (incoming.socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
    this.#outgoing = outgoing
    this.#takeHeaders(incoming.rawHeaders)
    this.body = {
      bytes: (limit) => wholeBody(chunksOf(incoming), this.framing.length, limit),
      stream: () => chunksOf(incoming),
    }
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
    if (this.#gone === undefined) {
      const gone = new AbortController()
      this.#gone = gone
      if (this.#outgoing.destroyed) gone.abort()
      else this.#outgoing.once('close', () => gone.abort())
    }
    return this.#gone.signal
  }
}
