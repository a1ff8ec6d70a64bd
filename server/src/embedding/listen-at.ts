import type { TransportName } from '../transport/index.js'
import { checkOptions, shown } from './known-names.js'

/** Where a forge listens. */
export interface ListenAt {
  /** 0 chooses a free one, which is the default. */
  readonly port?: number
  /** Default: the loopback interface. */
  readonly host?: string
  /** Default: `node`. `uws` uses the package uWebSockets.js where it is installed, otherwise Node's server. */
  readonly transport?: TransportName
}

const OPTIONS: Readonly<Record<keyof ListenAt, true>> = { port: true, host: true, transport: true }

const TRANSPORTS: ReadonlyArray<TransportName> = ['uws', 'node']

const MAX_PORT = 65_535

/** Throws a sentence that says what there is where a member or its value is invalid. */
export const checkListenAt = (at: ListenAt): void => {
  checkOptions('what listen is given', at, OPTIONS)
  const { port = 0, host, transport = 'node' } = at
  if (!(Number.isInteger(port) && port >= 0 && port <= MAX_PORT))
    throw new RangeError(`port is ${shown(port)}; it is a number from 0 to ${MAX_PORT}`)
  if (host !== undefined && (typeof host !== 'string' || host === ''))
    throw new RangeError('host has to be a name or an address')
  if (!TRANSPORTS.includes(transport))
    throw new RangeError(`there is no transport ${shown(transport)}; there are ${TRANSPORTS.join(', ')}`)
}
