import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BodyAborted, BodyTooLarge, type HttpHandler, type HttpRequest, type HttpResponse } from '../http/message.js'
import type { Listening } from './listening.js'

const headersOf = (incoming: IncomingMessage): ReadonlyMap<string, string> => {
  const headers = new Map<string, string>()
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  return headers
}

const bytesOf = async (incoming: IncomingMessage, limit: number): Promise<Uint8Array> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  try {
    for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength
      if (size > limit) throw new BodyTooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof BodyTooLarge) throw error
    throw new BodyAborted()
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks)
}

/** Sent twice, these would let two readers of one request disagree about where it ends or for whom it is. */
const isAmbiguous = (incoming: IncomingMessage): boolean => {
  let hosts = 0
  let lengths = 0
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
    const name = (incoming.rawHeaders[at] as string).toLowerCase()
    if (name === 'host') hosts++
    if (name === 'content-length') lengths++
  }
  const coding = incoming.headers['transfer-encoding']
  return hosts > 1 || lengths > 1 || (coding !== undefined && coding.toLowerCase() !== 'chunked')
}

const send = async (outgoing: ServerResponse, response: HttpResponse, head: boolean): Promise<void> => {
  const { status, headers, body } = response
  const flat = headers.flat()
  if (body === null || typeof body === 'string' || body instanceof Uint8Array) {
    const length = body === null ? 0 : Buffer.byteLength(body)
    const bare = status === 204 || status === 304
    outgoing.writeHead(status, bare ? flat : [...flat, 'Content-Length', String(length)])
    outgoing.end(head || bare || body === null ? undefined : body)
    return
  }
  outgoing.writeHead(status, flat)
  for await (const chunk of body) {
    if (outgoing.destroyed) return
    if (!outgoing.write(chunk))
      await new Promise<void>((resolve) => {
        const go = (): void => {
          outgoing.off('drain', go).off('close', go)
          resolve()
        }
        outgoing.on('drain', go).on('close', go)
      })
  }
  outgoing.end()
}

/** Serves over `node:http`. `port` 0 takes any free one. */
export const listenNode = async (handler: HttpHandler, host: string, port: number): Promise<Listening> => {
  const server = createServer({ requireHostHeader: true, maxHeaderSize: 32 * 1024 }, (incoming, outgoing) => {
    const gone = new AbortController()
    outgoing.on('close', () => gone.abort())
    const url = incoming.url ?? '/'
    const mark = url.indexOf('?')
    const request: HttpRequest = {
      method: incoming.method ?? 'GET',
      path: mark < 0 ? url : url.slice(0, mark),
      query: mark < 0 ? '' : url.slice(mark + 1),
      headers: headersOf(incoming),
      remoteAddress: incoming.socket.remoteAddress ?? '',
      body: { bytes: (limit) => bytesOf(incoming, limit), stream: () => incoming },
      signal: gone.signal,
    }
    if (isAmbiguous(incoming)) {
      outgoing.writeHead(400, { 'Content-Type': 'text/plain', Connection: 'close' }).end('Bad Request')
      return
    }
    handler(request)
      .then((response) => send(outgoing, response, request.method === 'HEAD'))
      .catch(() => outgoing.destroy())
  })
  server.keepAliveTimeout = 65_000
  server.headersTimeout = 30_000
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    name: 'node',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
  }
}
