import { createRequire } from 'node:module'

export interface BareAnswer {
  writeHeader: (name: string, value: string) => BareAnswer
  end: (body: string) => void
  cork: (work: () => void) => void
  onAborted: (work: () => void) => void
  onData: (take: (chunk: ArrayBuffer, last: boolean) => void) => void
}

export interface BareServer {
  get: (path: string, handle: (answer: BareAnswer) => void) => BareServer
  post: (path: string, handle: (answer: BareAnswer) => void) => BareServer
  listen: (host: string, port: number, done: (socket: unknown) => void) => void
}

const require = createRequire(import.meta.resolve('@forgefold/server'))
const uws = require('uWebSockets.js') as {
  App: () => BareServer
  us_socket_local_port: (socket: unknown) => number
}

/** Serves with uWebSockets.js alone, tells its address in one line, and ends when it is told to. */
export const serveBare = (routes: (app: BareServer) => BareServer): void => {
  routes(uws.App()).listen('127.0.0.1', 0, (socket) => {
    console.log(`http://127.0.0.1:${uws.us_socket_local_port(socket)}`)
  })
  process.on('SIGTERM', () => process.exit(0))
}
