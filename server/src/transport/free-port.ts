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
 * A port that is free at this moment. Rejects if the address cannot be bound.
 *
 * With the native transport the native server is asked: otherwise a start would load parts of Node that are needed for nothing else.
 */
export const freePort = async (host: string, transport: TransportName): Promise<number> =>
  (transport === 'uws' ? await freeNativePort(host) : undefined) ?? freeNodePort(host)
