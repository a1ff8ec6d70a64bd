/** The body of a request: taken once, whole or as a stream. */
export interface RequestBody {
  /** The whole body; rejects with `BodyTooLarge` past `limit` bytes and with `BodyAborted` where the client went away. */
  readonly bytes: (limit: number) => Promise<Uint8Array>
  /** The body as it comes, with back-pressure; ends with `BodyAborted` where the client went away. */
  readonly stream: () => AsyncIterable<Uint8Array>
  /** Whether somebody reads it and waits for the client just now. */
  readonly isAwaited?: () => boolean
}

/** A request as a plain snapshot: no transport object behind it. */
export interface HttpRequest {
  /** In capitals. */
  readonly method: string
  /** The raw path, still percent-encoded (`/api/v4/projects/group%2Fproject`). */
  readonly path: string
  /** The raw query string without its question mark; empty where there is none. */
  readonly query: string
  /** Lower-case names; a name sent twice is joined with `, `. */
  readonly headers: ReadonlyMap<string, string>
  readonly remoteAddress: string
  /** Whether it came by a trusted proxy that told what its client asked for. */
  readonly forwarded?: boolean
  readonly body: RequestBody
  /** Aborted when the request is over: answered, left by its client, too slow, or cut by the server's stop. */
  readonly signal: AbortSignal
}

/** The same request in other words. What a transport tells only when it is asked (the address, the signal) would be lost by spreading it. */
export const changedRequest = (
  request: HttpRequest,
  changes: Partial<Pick<HttpRequest, 'method' | 'path' | 'query' | 'headers' | 'body'>>,
): HttpRequest => {
  const { method, path, query, headers, remoteAddress, body, forwarded } = request
  return {
    ...{ method, path, query, headers, remoteAddress, body },
    ...changes,
    ...(forwarded === undefined ? {} : { forwarded }),
    get signal() {
      return request.signal
    },
  }
}

/** A response header: its name and its value. */
export type Header = readonly [name: string, value: string]

/** A body that comes in parts, sent no faster than the client reads. */
export type BodyStream = AsyncIterable<Uint8Array>

/** Whether a body comes in parts. */
export const isStream = (body: HttpResponse['body']): body is BodyStream =>
  body !== null && typeof body !== 'string' && !(body instanceof Uint8Array)

/** What goes back; `content-length` is the transport's business. */
export interface HttpResponse {
  readonly status: number
  readonly headers: ReadonlyArray<Header>
  readonly body: string | Uint8Array | BodyStream | null
  /** The size of a streamed body in bytes, where it is known beforehand. */
  readonly length?: number
  /** What is behind a failure, for the log alone: it is never sent. */
  readonly cause?: string
}

/** A value that may be there at once: what need not wait does not pay for waiting. */
export type MaybePromise<A> = A | Promise<A>

/** The one function every transport calls. It neither throws nor rejects. */
export type HttpHandler = (request: HttpRequest) => MaybePromise<HttpResponse>

/** The body is larger than whoever asked for it allows. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/** The client went away before its body was whole. */
export class BodyAborted extends Error {
  override readonly name = 'BodyAborted'
}

/** Applies `next` to the value: at once where it is no promise, else when the promise resolves. */
export const andThen = <A, B>(value: MaybePromise<A>, next: (a: A) => MaybePromise<B>): MaybePromise<B> =>
  value instanceof Promise ? value.then(next) : next(value)
