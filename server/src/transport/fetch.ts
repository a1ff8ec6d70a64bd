import {
  BodyAborted,
  dismiss,
  type HttpHandler,
  type HttpRequest,
  type HttpResponse,
  isStream,
} from '../http/message.js'
import { partsOf } from './body-source.js'
import { headerText } from './header-text.js'
import { clientAddressOf } from './remote-address.js'
import { RequestLife } from './request-life.js'
import { isBodiless } from './statuses.js'
import { wholeBody } from './whole-body.js'

/** The body ends with the request, also while it waits for a part. */
async function* chunksOf(request: Request, life: RequestLife): AsyncGenerator<Uint8Array> {
  if (request.body === null) return
  const reader = (request.body as ReadableStream<Uint8Array>).getReader()
  const leave = (): void => void reader.cancel().catch(() => undefined)
  life.onEnd(leave)
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } catch {
    throw new BodyAborted()
  } finally {
    leave()
  }
  if (life.over) throw new BodyAborted()
}

const declaredLength = (request: Request): number | undefined => {
  const text = request.headers.get('content-length')
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined
}

const snapshotOf = (request: Request, life: RequestLife): HttpRequest => {
  const url = new URL(request.url)
  const headers = new Map<string, string>(request.headers)
  if (!headers.has('host')) headers.set('host', url.host)
  return {
    method: request.method.toUpperCase(),
    path: url.pathname,
    query: url.search.slice(1),
    headers,
    remoteAddress: clientAddressOf(request),
    body: {
      bytes: (limit) => wholeBody(chunksOf(request, life), declaredLength(request), limit),
      stream: () => chunksOf(request, life),
    },
    get signal() {
      return life.signal
    },
  }
}

/** The request ends with the last part, or when the caller cancels; after an abort the parts received so far are not the whole. */
const streamOf = (
  life: RequestLife,
  signal: AbortSignal,
  { body, length }: HttpResponse,
): ReadableStream<Uint8Array> | undefined => {
  if (!isStream(body)) return undefined
  const parts = partsOf(life, { body, length })
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const next = await parts.next()
        signal.throwIfAborted()
        if (next.done !== true) return controller.enqueue(next.value)
        life.end()
        controller.close()
      } catch (error) {
        life.end()
        controller.error(signal.aborted ? signal.reason : error)
      }
    },
    cancel: () => life.end(),
  })
}

const contentOf = (
  life: RequestLife,
  signal: AbortSignal,
  response: HttpResponse,
): ConstructorParameters<typeof Response>[0] => {
  const stream = streamOf(life, signal, response)
  if (stream !== undefined) return stream
  life.end()
  return response.body as string | Uint8Array | null
}

/** The response, unless the caller aborts first, which ends the request; a response that comes later is dismissed. */
const unlessAborted = async (
  life: RequestLife,
  signal: AbortSignal,
  answer: () => Promise<HttpResponse>,
): Promise<HttpResponse> => {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    signal.addEventListener(
      'abort',
      () => {
        life.end()
        reject(signal.reason)
      },
      { once: true },
    )
    answer().then((response) => (signal.aborted ? dismiss(response) : resolve(response)), reject)
  })
}

const answerTo = async (
  handler: HttpHandler,
  request: Request,
  life: RequestLife,
  signal: AbortSignal,
): Promise<Response> => {
  const response = await unlessAborted(life, signal, async () => handler(snapshotOf(request, life)))
  const { status, body } = response
  const headers = new Headers()
  for (const [name, value] of response.headers) headers.append(name, headerText(value))
  const isBare = isBodiless(status) || request.method === 'HEAD'
  const length = typeof body === 'string' || body instanceof Uint8Array ? Buffer.byteLength(body) : response.length
  if (length !== undefined && !isBodiless(status)) headers.set('content-length', String(length))
  if (!isBare) return new Response(contentOf(life, signal, response), { status, headers })
  dismiss(response)
  life.end()
  return new Response(null, { status, headers })
}

/** A `fetch` without a socket, and the end of its requests. */
export interface InProcess {
  readonly ask: (request: Request) => Promise<Response>
  /** Ends all requests under way; they reject with the `TypeError` of a failed fetch and this cause. */
  readonly cut: (cause: Error) => void
}

/** Serves requests of the same process, which its server can cut as it cuts connections. */
export const listenInProcess = (handler: HttpHandler): InProcess => {
  const open = new Map<RequestLife, AbortController>()
  const ask = async (request: Request): Promise<Response> => {
    const ending = new AbortController()
    const life = new RequestLife({ close: () => ending.abort() })
    request.signal.addEventListener('abort', () => ending.abort(request.signal.reason), { once: true })
    if (request.signal.aborted) ending.abort(request.signal.reason)
    open.set(life, ending)
    life.onEnd(() => open.delete(life))
    try {
      return await answerTo(handler, request, life, ending.signal)
    } catch (error) {
      life.end()
      throw error
    }
  }
  const cut = (cause: Error): void => {
    for (const ending of [...open.values()]) ending.abort(new TypeError('fetch failed', { cause }))
  }
  return { ask, cut }
}

/** What a message calls a value that is no address. */
const kindOf = (given: unknown): string =>
  given === undefined || given === null ? String(given) : `a ${typeof given} without one`

const isAddress = (given: unknown): given is string | URL =>
  typeof given === 'string' || typeof (given as Partial<URL> | null | undefined)?.href === 'string'

/** The request that a `fetch` of ours is given, whose paths are below a URL. Throws the `TypeError` of `fetch` where it is given no address. */
export const relativeRequest = (url: string, input: Parameters<typeof fetch>[0], init?: RequestInit): Request => {
  if (input instanceof Request) return new Request(input, init)
  if (isAddress(input)) return new Request(new URL(input, url), init)
  throw new TypeError(`fetch takes an address: a path, a URL or a Request; it was given ${kindOf(input)}`)
}

/**
 * The server as a web-standard `fetch`: for embedding and for tests, without a socket. Rejects with the reason of the request's signal when
 * that aborts.
 *
 * @example
 * import assert from 'node:assert/strict'
 * import { asFetch } from '@forgefold/server'
 *
 * const ask = asFetch(async ({ path }) => ({ status: 200, headers: [], body: path }))
 * const response = await ask(new Request('http://forge.example/path'))
 * assert.equal(await response.text(), '/path')
 */
export const asFetch = (handler: HttpHandler) => {
  const { ask } = listenInProcess(handler)
  return (request: Request): Promise<Response> => ask(request)
}
