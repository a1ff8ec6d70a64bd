import type { HttpRequest, RequestBody } from '../http/message.js'
import { Framing } from './framing.js'
import { addressText } from './remote-address.js'
import { splitTarget } from './request-target.js'
import type { NativeRequest, NativeResponse } from './uws-binding.js'
import { NO_BODY, UwsBody } from './uws-body.js'

const METHODS = new Map(
  ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => [method.toLowerCase(), method]),
)

/** A request of the native server as ours: a snapshot taken before its handler returns. */
export class UwsRequest implements HttpRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers = new Map<string, string>()
  readonly framing = new Framing()
  readonly body: RequestBody
  readonly #response: NativeResponse
  #remoteAddress: string | undefined
  #gone: AbortController | undefined
  #aborted = false
  /** The native response is no longer valid: ended, or the client is gone. */
  over = false

  constructor(request: NativeRequest, response: NativeResponse) {
    const method = request.getMethod()
    const url = request.getUrl()
    this.method = METHODS.get(method) ?? method.toUpperCase()
    this.path = url.startsWith('/') ? url : splitTarget(url).path
    this.query = request.getQuery() ?? ''
    this.#response = response
    request.forEach((name, value) => {
      const known = this.headers.get(name)
      this.headers.set(name, known === undefined ? value : `${known}, ${value}`)
      this.framing.see(name, value)
    })
    this.body = this.framing.hasBody ? new UwsBody(response, this.framing.length) : NO_BODY
  }

  get remoteAddress(): string {
    if (this.#remoteAddress === undefined && !this.over)
      this.#remoteAddress = addressText(new Uint8Array(this.#response.getRemoteAddress()))
    return this.#remoteAddress ?? ''
  }

  get signal(): AbortSignal {
    if (this.#gone === undefined) {
      this.#gone = new AbortController()
      if (this.#aborted) this.#gone.abort()
    }
    return this.#gone.signal
  }

  /** The client went away. */
  abort(): void {
    this.over = true
    this.#aborted = true
    if (this.body instanceof UwsBody) this.body.abort()
    this.#gone?.abort()
  }
}
