import { once } from 'node:events'
import { createServer } from 'node:net'
import { type NativeRequest, type NativeResponse, type NativeServer, uwsBinding } from './uws-binding.js'

type Handle = (native: NativeResponse, incoming: NativeRequest) => void

/** Shares a taken port with another native server that shares it. */
const SHARED = 0

const opened = (
  server: NativeServer,
  handle: Handle,
  host: string,
  port: number,
  option: number,
): Promise<object | false> =>
  new Promise((resolve) => {
    server.App().any('/*', handle).listen(host, port, option, resolve)
  })

/** Rejects, with Node's reason, where an address can't be had. */
const probe = async (host: string, port: number): Promise<void> => {
  const probing = createServer()
  probing.listen(port, host)
  await once(probing, 'listening')
  probing.close()
  await once(probing, 'close')
}

const refuse = (native: NativeResponse): void => {
  native.close()
}

/** The port of the address, where nobody has it and no connection was cut on it lately; 0 takes any free one. */
const portAlone = async (server: NativeServer, host: string, port: number): Promise<number | undefined> => {
  const socket = await opened(server, refuse, host, port, server.LIBUS_LISTEN_EXCLUSIVE_PORT)
  if (socket === false) return undefined
  const had = server.us_socket_local_port(socket)
  server.us_listen_socket_close(socket)
  return had
}

/**
 * The listening socket of a native server. Rejects where the address can't be had.
 *
 * It is opened in the manner in which native servers share a port: any other would not get it back for a minute after a crash. So it is tried
 * first whether somebody has it; where that is not plain, Node says.
 */
export const nativeSocket = async (
  server: NativeServer,
  handle: Handle,
  host: string,
  port: number,
): Promise<object> => {
  const alone = await portAlone(server, host, port)
  if (alone === undefined) await probe(host, port)
  const socket = await opened(server, handle, host, alone ?? port, SHARED)
  if (socket === false) throw new Error(`cannot listen on ${host}:${port}`)
  return socket
}

/** A port that nobody has at this moment; undefined where no binary is there or the address can't be had. */
export const freeNativePort = async (host: string): Promise<number | undefined> => {
  const binding = uwsBinding()
  return binding.kind === 'missing' ? undefined : portAlone(binding.server, host, 0)
}
