import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on this machine that takes whatever webhooks send. */
export interface HookReceiver {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Listens on a free port of the loopback address. */
export const startHookReceiver = async (): Promise<HookReceiver> => {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.end('heard'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}/hook`, close }
}
