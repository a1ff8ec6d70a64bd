import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { TransportName } from './listening.js'
import { freeNativePort } from './uws-socket.js'

const freeNodePort = async (host: string): Promise<number> => {
  const probe = createServer()
  probe.listen(0, host)
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/**
 * A port that nobody has at this moment. Rejects where the address can't be had.
 *
 * The native server is asked where it is to serve: a start would need the parts of Node that listen for nothing else.
 */
export const freePort = async (host: string, transport: TransportName): Promise<number> =>
  (transport === 'uws' ? await freeNativePort(host) : undefined) ?? freeNodePort(host)
