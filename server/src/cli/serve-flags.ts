import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { LOG_LEVELS, type LogLevel } from '../operations/index.js'
import type { TransportName } from '../transport/index.js'
import { CLOCK_FLAG } from './clock-flag.js'
import { type Flag, type Flags, UsageError, wordOf } from './flags.js'
import { DEADLINE_FLAG, DIAL_FLAGS, LOCAL_FLAG, PATIENCE_FLAG, PLACE_FLAGS } from './instance-flags.js'
import { LIMIT_FLAGS } from './limit-flags.js'

const TRANSPORTS = ['uws', 'node'] as const

export const SERVE_FLAGS: ReadonlyArray<Flag> = [
  { name: 'port', value: 'PORT', fallback: '8080', summary: '0 takes any free one' },
  { name: 'host', value: 'ADDRESS', fallback: '127.0.0.1', summary: 'where to listen' },
  { name: 'external-url', value: 'URL', fallback: undefined, summary: 'as clients see it; default http://HOST:PORT' },
  ...PLACE_FLAGS,
  LOCAL_FLAG,
  PATIENCE_FLAG,
  DEADLINE_FLAG,
  ...DIAL_FLAGS,
  ...LIMIT_FLAGS,
  CLOCK_FLAG,
  { name: 'transport', value: 'NAME', fallback: 'uws', summary: TRANSPORTS.join(' or ') },
  { name: 'log-level', value: 'LEVEL', fallback: 'info', summary: LOG_LEVELS.join(', ') },
]

/** How and where to serve. */
export interface ServeOptions {
  readonly host: string
  readonly port: number
  readonly externalUrl: string
  readonly transport: TransportName
  readonly logLevel: LogLevel
}

const freePort = async (host: string): Promise<number> => {
  const probe = createServer()
  probe.listen(0, host)
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

const portOf = (text: string | undefined): number => {
  const port = Number(text)
  if (text === undefined || !Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError(`--port takes a number from 0 to 65535; got ${text ?? 'nothing'}`)
  return port
}

/** Anybody's address is nobody's: links then say localhost. */
const reachable = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

const externalUrlOf = (given: string): string => {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '')
    throw new UsageError(`--external-url takes an http or https address without a path; got ${given}`)
  return url.origin
}

/** Throws `UsageError`. The port is found before anything is opened, because links need it. */
export const serveOptionsOf = async (flags: Flags): Promise<ServeOptions> => {
  const host = flags.text('host') ?? '127.0.0.1'
  const wanted = portOf(flags.text('port'))
  const transport = wordOf('transport', flags.text('transport'), TRANSPORTS)
  const logLevel = wordOf('log-level', flags.text('log-level'), LOG_LEVELS)
  const given = flags.text('external-url')
  const fixed = given === undefined ? undefined : externalUrlOf(given)
  const port = wanted === 0 ? await freePort(host) : wanted
  return { host, port, transport, logLevel, externalUrl: fixed ?? `http://${reachable(host)}:${port}` }
}
