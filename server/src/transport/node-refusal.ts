import type { Socket } from 'node:net'
import type { UnderWay } from './under-way.js'

/** What Node's parser says about bytes that it cannot take, as the answer to them. */
const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Errors of a client that has left: nobody would read an answer. */
const LEFT = new Set(['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE'])

const statusLineOf = ({ code = '' }: NodeJS.ErrnoException): string => STATUS_LINES[code] ?? '400 Bad Request'

/**
 * Answers what is no request and closes the connection, after the whole requests ahead of it are answered: written at once, the refusal would be
 * taken for the answer to the first of them, and the connection closed before that one is known.
 */
export class NodeRefusal {
  readonly #underWay: UnderWay
  /** Connections that end with a refusal: each further packet on them is an error again. */
  readonly #refused = new WeakSet<Socket>()

  constructor(underWay: UnderWay) {
    this.#underWay = underWay
  }

  /** For what Node's parser could not take. */
  readonly onError = (error: NodeJS.ErrnoException, socket: Socket): void => {
    const left = LEFT.has(error.code ?? '') && this.#underWay.hasWhole(socket)
    if (left || error.code === 'ECONNRESET' || !socket.writable) socket.destroy(error)
    else this.refuse(socket, statusLineOf(error))
  }

  /** `statusLine`: status and reason of the answer. */
  refuse(socket: Socket, statusLine: string): void {
    if (this.#refused.has(socket)) return
    this.#refused.add(socket)
    // Node listens no longer to a connection that asks for a tunnel: an error of it would be one of the process.
    socket.on('error', () => socket.destroy())
    this.#underWay.onceWholeAreOver(socket, (isAnswering) => {
      if (isAnswering || !socket.writable) socket.destroy()
      else socket.end(`HTTP/1.1 ${statusLine}\r\nConnection: close\r\n\r\n`, () => socket.destroy())
    })
  }
}
