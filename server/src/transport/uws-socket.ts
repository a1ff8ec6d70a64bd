import { type NativeRequest, type NativeResponse, type NativeServer, uwsBinding } from './uws-binding.js'

/** The listening socket of a native server; false where the address can't be had. */
export const nativeSocket = (
  server: NativeServer,
  handle: (native: NativeResponse, incoming: NativeRequest) => void,
  host: string,
  port: number,
): Promise<object | false> =>
  new Promise((resolve) => {
    // Without the option it would share a taken port with another native server instead of refusing it.
    server.App().any('/*', handle).listen(host, port, server.LIBUS_LISTEN_EXCLUSIVE_PORT, resolve)
  })

/** A port that nobody has at this moment; undefined where no binary is there or the address can't be had. */
export const freeNativePort = async (host: string): Promise<number | undefined> => {
  const binding = uwsBinding()
  if (binding.kind === 'missing') return undefined
  const { server } = binding
  const socket = await nativeSocket(server, (native) => native.close(), host, 0)
  if (socket === false) return undefined
  const port = server.us_socket_local_port(socket)
  server.us_listen_socket_close(socket)
  return port
}
