import type { HttpRequest, RequestBody } from '../http/message.js'
import { Framing } from './framing.js'
import { IncomingBody, NO_BODY } from './incoming-body.js'
import { MinimumRate } from './minimum-rate.js'
import { addressText } from './remote-address.js'
import { RequestLife } from './request-life.js'
import { splitTarget } from './request-target.js'
import type { NativeRequest, NativeResponse } from './uws-binding.js'

const METHODS = new Map(
  ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => [method.toLowerCase(), method]),
)

/** The native server writes it in lower case. A comparison is faster than a look-up of text that is new each time. */
const methodOf = (written: string): string =>
  written === 'get' ? 'GET' : (METHODS.get(written) ?? written.toUpperCase())

const receive = (life: RequestLife, native: NativeResponse, declared: number | undefined, clientTimeout: number) => {
  const body = new IncomingBody(life, native, new MinimumRate(life, clientTimeout), declared)
  // The native server reuses the memory of its chunks: what is kept is copied, a short one into memory that Node shares out.
  native.onData((chunk, isLast) => {
    const bytes = new Uint8Array(chunk)
    body.take(body.isWanted ? Buffer.from(bytes) : bytes, isLast)
  })
  return body
}

/** A snapshot of a native request, taken before its handler returns. Its life ends before the native response becomes invalid. */
export class UwsRequest implements HttpRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers = new Map<string, string>()
  readonly framing = new Framing()
  readonly life: RequestLife
  readonly body: RequestBody
  readonly #clientTimeout: number
  #pace: MinimumRate | undefined
  readonly #response: NativeResponse
  #remoteAddress: string | undefined

  constructor(request: NativeRequest, response: NativeResponse, clientTimeout: number) {
    const url = request.getUrl()
    this.method = methodOf(request.getMethod())
    this.path = url.startsWith('/') ? url : splitTarget(url).path
    this.query = request.getQuery() ?? ''
    this.#response = response
    this.life = new RequestLife(response)
    this.#clientTimeout = clientTimeout
    request.forEach((name, value) => {
      const known = this.headers.get(name)
      this.headers.set(name, known === undefined ? value : `${known}, ${value}`)
      this.framing.see(name, value)
    })
    const { hasBody, length } = this.framing
    this.body = hasBody ? receive(this.life, response, length, clientTimeout) : NO_BODY
  }

  /** Of the answer to the client; most answers are sent at once. */
  get pace(): MinimumRate {
    this.#pace ??= new MinimumRate(this.life, this.#clientTimeout)
    return this.#pace
  }

  get remoteAddress(): string {
    if (this.#remoteAddress === undefined && !this.life.over)
      this.#remoteAddress = addressText(new Uint8Array(this.#response.getRemoteAddress()))
    return this.#remoteAddress ?? ''
  }

  get signal(): AbortSignal {
    return this.life.signal
  }
}
