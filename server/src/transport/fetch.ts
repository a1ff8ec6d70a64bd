import { BodyTooLarge, type HttpHandler, type HttpRequest } from '../http/message.js'

async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  if (request.body !== null) for await (const chunk of request.body) yield chunk as Uint8Array
}

const bytesOf = async (request: Request, limit: number): Promise<Uint8Array> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of chunksOf(request)) {
    size += chunk.byteLength
    if (size > limit) throw new BodyTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The server as a web-standard `fetch`: for embedding and for tests, without a socket. */
export const asFetch =
  (handler: HttpHandler) =>
  async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const headers = new Map<string, string>(request.headers)
    if (!headers.has('host')) headers.set('host', url.host)
    const asked: HttpRequest = {
      method: request.method.toUpperCase(),
      path: url.pathname,
      query: url.search.slice(1),
      headers,
      remoteAddress: '127.0.0.1',
      body: { bytes: (limit) => bytesOf(request, limit), stream: () => chunksOf(request) },
      signal: request.signal,
    }
    const { status, headers: given, body } = await handler(asked)
    const answered = new Headers()
    for (const [name, value] of given) answered.append(name, value)
    const empty = body === null || asked.method === 'HEAD' || status === 204 || status === 304
    const content = empty
      ? null
      : typeof body === 'string' || body instanceof Uint8Array
        ? body
        : ReadableStream.from(body)
    return new Response(content, { status, headers: answered })
  }
