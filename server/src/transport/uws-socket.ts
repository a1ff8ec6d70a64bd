import { once } from 'node:events'
import { createServer } from 'node:net'
import { type NativeRequest, type NativeResponse, type NativeServer, uwsBinding } from './uws-binding.js'

type Handle = (native: NativeResponse, incoming: NativeRequest) => void

/** Shares a port with another native server that shares it. */
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

/** Rejects, with Node's reason, if the address cannot be bound. */
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

/** The port of the address, if it is free and no connection was cut on it recently; 0 takes any free one. */
const portAlone = async (server: NativeServer, host: string, port: number): Promise<number | undefined> => {
  const socket = await opened(server, refuse, host, port, server.LIBUS_LISTEN_EXCLUSIVE_PORT)
  if (socket === false) return undefined
  const had = server.us_socket_local_port(socket)
  server.us_listen_socket_close(socket)
  return had
}

/**
 * The listening socket of a native server. Rejects if the address cannot be bound.
 *
 * It is opened with a shared port, as native servers do: any other socket could not bind it again for a minute after a crash. So it is tested
 * first whether the port is in use; if the result is unclear, Node's server decides.
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

/** A port that is free at this moment; undefined if there is no binary or the address cannot be bound. */
export const freeNativePort = async (host: string): Promise<number | undefined> => {
  const binding = uwsBinding()
  return binding.kind === 'missing' ? undefined : portAlone(binding.server, host, 0)
}
