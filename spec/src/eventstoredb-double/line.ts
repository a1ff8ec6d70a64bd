import type { Socket } from 'node:net'
import type { Faults } from './faults.js'

/** Bytes on their way in one direction: handed on in order when they are due, and not at all while the node is silent. */
const carry = (from: Socket, to: Socket, faults: Faults): (() => void) => {
  const underWay: Array<{ readonly due: number; readonly chunk: Buffer | undefined }> = []
  let timer: NodeJS.Timeout | undefined
  const handOn = (): void => {
    clearTimeout(timer)
    timer = undefined
    while (!faults.isSilent) {
      const [next] = underWay
      if (next === undefined) return
      const wait = next.due - performance.now()
      if (wait > 0) {
        timer = setTimeout(handOn, wait)
        return
      }
      underWay.shift()
      if (next.chunk === undefined) to.end()
      else if (!to.write(next.chunk)) from.pause()
    }
  }
  const take = (chunk: Buffer | undefined): void => {
    underWay.push({ due: faults.latency === 0 ? 0 : performance.now() + faults.latency, chunk })
    if (timer === undefined) handOn()
  }
  from.on('data', take)
  from.on('end', () => take(undefined))
  to.on('drain', () => from.resume())
  from.once('close', () => clearTimeout(timer))
  return handOn
}

/**
 * The line between a client's socket and the server's: what is on it can be held back or stopped without either end noticing, as on a
 * network, or as with a process that does not run. Either end's death is the other's.
 */
export const joinByLine = (client: Socket, server: Socket, faults: Faults): void => {
  const directions = [carry(client, server, faults), carry(server, client, faults)]
  const unlisten = faults.onChange(() => {
    for (const handOn of directions) handOn()
  })
  const over = (): void => {
    unlisten()
    client.destroy()
    server.destroy()
  }
  for (const socket of [client, server]) {
    socket.setNoDelay(true)
    socket.on('error', over)
    socket.on('close', over)
  }
}
