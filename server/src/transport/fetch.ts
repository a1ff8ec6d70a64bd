import { BodyAborted, type HttpHandler, type HttpRequest, type HttpResponse } from '../http/message.js'
import { headerText } from './header-text.js'
import { measured } from './measured.js'
import { isBodiless } from './statuses.js'
import { wholeBody } from './whole-body.js'

async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  if (request.body === null) return
  try {
    for await (const chunk of request.body) yield chunk as Uint8Array
  } catch {
    throw new BodyAborted()
  }
}

const declaredLength = (request: Request): number | undefined => {
  const text = request.headers.get('content-length')
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined
}

const snapshotOf = (request: Request): HttpRequest => {
  const url = new URL(request.url)
  const headers = new Map<string, string>(request.headers)
  if (!headers.has('host')) headers.set('host', url.host)
  return {
    method: request.method.toUpperCase(),
    path: url.pathname,
    query: url.search.slice(1),
    headers,
    remoteAddress: '127.0.0.1',
    body: {
      bytes: (limit) => wholeBody(chunksOf(request), declaredLength(request), limit),
      stream: () => chunksOf(request),
    },
    signal: request.signal,
  }
}

const contentOf = ({ body, length }: HttpResponse): ConstructorParameters<typeof Response>[0] =>
  body === null || typeof body === 'string' || body instanceof Uint8Array
    ? body
    : ReadableStream.from(measured(body, length))

/** The server as a web-standard `fetch`: for embedding and for tests, without a socket. */
export const asFetch =
  (handler: HttpHandler) =>
  async (request: Request): Promise<Response> => {
    const response = await handler(snapshotOf(request))
    const { status, body } = response
    const headers = new Headers()
    for (const [name, value] of response.headers) headers.append(name, headerText(value))
    if (isBodiless(status)) return new Response(null, { status, headers })
    const length = typeof body === 'string' || body instanceof Uint8Array ? Buffer.byteLength(body) : response.length
    if (length !== undefined) headers.set('content-length', String(length))
    return new Response(request.method === 'HEAD' ? null : contentOf(response), { status, headers })
  }
