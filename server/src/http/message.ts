/** The body of a request: read once, whole or as a stream. */
export interface RequestBody {
  /** The whole body; rejects with `BodyTooLarge` past `limit` bytes and with `BodyAborted` where the client disconnected. */
  readonly bytes: (limit: number) => Promise<Uint8Array>
  /** The body as a stream with back-pressure; fails with `BodyAborted` where the client disconnected. */
  readonly stream: () => AsyncIterable<Uint8Array>
  /** Whether it is being read and waits for the client. */
  readonly isAwaited?: () => boolean
}

/** Whether a method only reads what it names. */
export const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD'

/** A request as a plain snapshot, without a transport object. */
export interface HttpRequest {
  /** In upper case. */
  readonly method: string
  /** The raw path, still percent-encoded (`/api/v4/projects/group%2Fproject`). */
  readonly path: string
  /** The raw query string without its question mark; empty where there is none. */
  readonly query: string
  /** Lower-case names; repeated headers are joined with `, `. */
  readonly headers: ReadonlyMap<string, string>
  readonly remoteAddress: string
  /** Whether it came through a trusted proxy with forwarding headers. */
  readonly forwarded?: boolean
  readonly body: RequestBody
  /** Aborted when the request is over: answered, disconnected, too slow, or cut off at shutdown. */
  readonly signal: AbortSignal
}

/** A copy of a request with changes. Spreading would lose what a transport determines on demand (the address, the signal). */
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

/** What a POST may stand for. */
const METHODS_OF_POSTS: ReadonlySet<string> = new Set(['GET', 'PUT', 'PATCH', 'DELETE'])

/** The method that a request is handled by: clients that cannot send PATCH send POST, and the method in a header. */
const methodOf = ({ method, headers }: HttpRequest): string => {
  if (method !== 'POST') return method
  const asked = headers.get('x-http-method-override')?.toUpperCase()
  return asked !== undefined && METHODS_OF_POSTS.has(asked) ? asked : method
}

/** A request as all parts of the server see it: by its normal path, and the method that it stands for. */
export const normalRequest = (sent: HttpRequest, path: string): HttpRequest => {
  const method = methodOf(sent)
  return path === sent.path && method === sent.method ? sent : changedRequest(sent, { path, method })
}

/** A response header: its name and its value. */
export type Header = readonly [name: string, value: string] & { readonly line?: string }

/** A header that many responses have in common: it keeps its line as it is sent. Its value is visible ASCII. */
export const sharedHeader = (name: string, value: string): Header =>
  Object.defineProperty([name, value] as const, 'line', { value: `\r\n${name}: ${value}` })

/** A streamed body, sent no faster than the client reads. */
export type BodyStream = AsyncIterable<Uint8Array>

/** Whether a body is streamed. */
export const isStream = (body: HttpResponse['body']): body is BodyStream =>
  body !== null && typeof body !== 'string' && !(body instanceof Uint8Array)

/** A response; `content-length` is set by the transport. */
export interface HttpResponse {
  readonly status: number
  readonly headers: ReadonlyArray<Header>
  readonly body: string | Uint8Array | BodyStream | null
  /** The size of a streamed body in bytes, where it is known in advance. */
  readonly length?: number
  /** The cause of a failure, for the log only: it is never sent. */
  readonly cause?: string
}

/** Discards a streamed body that will not be sent: for HEAD, of which no byte is asked for, or if the client is gone. */
export const dismiss = ({ body }: HttpResponse): void => {
  if (isStream(body))
    body[Symbol.asyncIterator]()
      .return?.()
      .catch(() => undefined)
}

/** A value or a promise of it, so that synchronous values need no promise. */
export type MaybePromise<A> = A | Promise<A>

/** The function that every transport calls. It neither throws nor rejects. */
export type HttpHandler = (request: HttpRequest) => MaybePromise<HttpResponse>

/** The body exceeds the limit of its reader. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/** The client disconnected before its body was complete. */
export class BodyAborted extends Error {
  override readonly name = 'BodyAborted'
}

/** Applies `next` to the value: synchronously, or when the promise resolves. */
export const andThen = <A, B>(value: MaybePromise<A>, next: (a: A) => MaybePromise<B>): MaybePromise<B> =>
  value instanceof Promise ? value.then(next) : next(value)
