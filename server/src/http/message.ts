/** The method in capitals. */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'

/** The body of a request: taken once, whole or as a stream. */
export interface RequestBody {
  /** The whole body; rejects with `BodyTooLarge` past `limit` bytes and with `BodyAborted` where the client went away. */
  readonly bytes: (limit: number) => Promise<Uint8Array>
  /** The body as it comes, with back-pressure. */
  readonly stream: () => AsyncIterable<Uint8Array>
}

/** A request as a plain snapshot: no transport object behind it. */
export interface HttpRequest {
  readonly method: string
  /** The raw path, still percent-encoded (`/api/v4/projects/group%2Fproject`). */
  readonly path: string
  /** The raw query string without its question mark; empty where there is none. */
  readonly query: string
  /** Lower-case names; a name sent twice is joined with `, `. */
  readonly headers: ReadonlyMap<string, string>
  readonly remoteAddress: string
  readonly body: RequestBody
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal
}

/** What goes back; `content-length` is the transport's business. */
export interface HttpResponse {
  readonly status: number
  readonly headers: ReadonlyArray<readonly [string, string]>
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array> | null
}

/** The one function every transport calls. It never rejects. */
export type HttpHandler = (request: HttpRequest) => Promise<HttpResponse>

export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

export class BodyAborted extends Error {
  override readonly name = 'BodyAborted'
}
