import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A proxy to a port of this machine that can be cut: then nothing passes, and connections stay open. */
export interface CuttableProxy {
  readonly port: number
  readonly cut: () => void
  /** Ends what was cut, so that its ends notice, and lets new connections through. */
  readonly mend: () => void
  readonly close: () => Promise<void>
}

export const openCuttableProxy = async (to: number): Promise<CuttableProxy> => {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('data', (chunk) => {
        if (!isCut) other.write(chunk)
      })
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const dropAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true
    },
    mend: () => {
      isCut = false
      dropAll()
    },
    close: async () => {
      dropAll()
      server.close()
      await once(server, 'close')
    },
  }
}
