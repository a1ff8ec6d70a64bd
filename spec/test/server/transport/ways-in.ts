import { connect } from 'node:net'
import type { HttpHandler } from '@forgefold/server/http'
import { asFetch, type Listening, listenNode, listenUws, uwsBinding } from '@forgefold/server/transport'

/** A handler behind one of the transports, asked with the web's own `fetch`. */
export interface WayIn {
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>
  readonly close: () => Promise<void>
}

export interface Socketed extends WayIn {
  readonly port: number
  readonly listening: Listening
}

const HOST = '127.0.0.1'

const socketed =
  (listen: typeof listenNode) =>
  async (handler: HttpHandler): Promise<Socketed> => {
    const listening = await listen(handler, HOST, 0)
    return {
      port: listening.port,
      listening,
      ask: (path, init) => fetch(`http://${HOST}:${listening.port}${path}`, init),
      close: () => listening.close(1000),
    }
  }

const embedded = async (handler: HttpHandler): Promise<WayIn> => {
  const ask = asFetch(handler)
  return { ask: (path, init) => ask(new Request(`http://forge.example${path}`, init)), close: async () => undefined }
}

if (uwsBinding().kind === 'missing' && process.env['CI'] !== undefined)
  throw new Error('the native transport has to be there where every test has to run')

const native = uwsBinding().kind === 'there' ? [['uws', socketed(listenUws)] as const] : []

/** The transports with a socket. */
export const SOCKETED = [...native, ['node', socketed(listenNode)] as const]

/** All of them. */
export const WAYS_IN: ReadonlyArray<readonly [string, (handler: HttpHandler) => Promise<WayIn>]> = [
  ...SOCKETED,
  ['fetch', embedded],
]

const PATIENCE_MS = 60_000

/**
 * Sends bytes as they are and gives all that comes back: until the other side closes, until what is expected has come,
 * or until so many milliseconds are over, for a test that nothing comes.
 */
export const sendRaw = (
  port: number,
  text: string | ReadonlyArray<string>,
  until: RegExp | number = PATIENCE_MS,
): Promise<string> =>
  new Promise((resolve) => {
    const parts = typeof text === 'string' ? [text] : text
    const socket = connect(port, HOST)
    let heard = ''
    const done = (): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(heard)
    }
    const timer = setTimeout(done, typeof until === 'number' ? until : PATIENCE_MS)
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
      if (typeof until !== 'number' && until.test(heard)) done()
    })
    socket.on('error', done)
    socket.on('close', done)
    socket.on('connect', async () => {
      for (const part of parts) {
        socket.write(part, 'latin1')
        await new Promise((later) => setTimeout(later, 20))
      }
    })
  })
