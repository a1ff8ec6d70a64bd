import { LOG_LEVELS, type LogLevel } from '../operations/index.js'
import { freePort } from '../transport/free-port.js'
import type { TransportName } from '../transport/index.js'
import { CLOCK_FLAG } from './clock-flag.js'
import { EPHEMERAL_FLAGS } from './ephemeral.js'
import { type Flag, type Flags, UsageError, wordOf } from './flags.js'
import { HISTORY_FLAGS } from './history-flags.js'
import {
  DEADLINE_FLAG,
  EDITION_FLAGS,
  EVENT_STORE_TIMEOUT_FLAG,
  LOCAL_FLAG,
  LOCATION_FLAGS,
  MAIL_FLAGS,
  REGISTRY_FLAGS,
} from './instance-flags.js'
import { LIMIT_FLAGS, proxiesIn } from './limit-flags.js'
import { WITNESS_FLAG, WITNESS_KEY_FLAG } from './witness-flag.js'

const DEFAULT_PORT = 8080
const TRANSPORTS = ['uws', 'node'] as const

export const SERVE_FLAGS: ReadonlyArray<Flag> = [
  {
    name: 'port',
    value: 'PORT',
    fallback: undefined,
    summary: 'default 8080; 0, and with --ephemeral the default, takes any free one',
  },
  { name: 'host', value: 'ADDRESS', fallback: '127.0.0.1', summary: 'where to listen' },
  {
    name: 'external-url',
    value: 'URL',
    fallback: undefined,
    summary: 'the address that clients use; default http://HOST:PORT',
  },
  ...LOCATION_FLAGS,
  LOCAL_FLAG,
  EVENT_STORE_TIMEOUT_FLAG,
  DEADLINE_FLAG,
  ...EDITION_FLAGS,
  ...REGISTRY_FLAGS,
  ...MAIL_FLAGS,
  ...LIMIT_FLAGS,
  CLOCK_FLAG,
  ...EPHEMERAL_FLAGS,
  ...HISTORY_FLAGS,
  WITNESS_FLAG,
  WITNESS_KEY_FLAG,
  {
    name: 'transport',
    value: 'NAME',
    fallback: undefined,
    summary: `${TRANSPORTS.join(' or ')}; default uws, with --trust-proxy node`,
  },
  {
    name: 'client-timeout',
    value: 'SECONDS',
    fallback: '120',
    summary: 'after which a client is disconnected that sends or reads less than a kilobyte a second',
  },
  { name: 'log-level', value: 'LEVEL', fallback: 'info', summary: LOG_LEVELS.join(', ') },
]

/** How and where to serve. */
export interface ServeOptions {
  readonly host: string
  readonly port: number
  readonly externalUrl: string
  /** The external URL is a guess. */
  readonly isGuessed: boolean
  /** Notices for the operator. */
  readonly notices: ReadonlyArray<string>
  readonly transport: TransportName
  readonly logLevel: LogLevel
  /** How long an idle or very slow client is waited for, in milliseconds. */
  readonly clientTimeout: number
}

/** The port of the flags. Throws `UsageError`. */
export const portOf = (flags: Flags, fallback: number): number => {
  const text = flags.text('port') ?? String(fallback)
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new UsageError(`--port takes a number from 0 to 65535; got ${text}`)
  return port
}

/** Behind a proxy both must parse requests alike: Node's parser is strict, the native one is not. */
const transportOf = (flags: Flags): TransportName =>
  wordOf('transport', flags.text('transport') ?? (proxiesIn(flags) === undefined ? 'uws' : 'node'), TRANSPORTS)

/** The notice where the external URL is not configured. */
export const NO_EXTERNAL_URL =
  '--external-url is not set: links and the OAuth issuer name a guess; set it to the address that clients use'

/** On this machine alone the guess is right. */
const isGuessRight = (flags: Flags, host: string): boolean =>
  flags.text('external-url') !== undefined || (/^(127\.|::1$|localhost$)/.test(host) && proxiesIn(flags) === undefined)

const noticesOf = (flags: Flags, transport: TransportName, host: string, url: string): ReadonlyArray<string> => [
  ...(isGuessRight(flags, host) ? [] : [`${NO_EXTERNAL_URL} (now ${url})`]),
  ...(transport === 'uws' && proxiesIn(flags) !== undefined
    ? ['behind a proxy --transport node is safer: the native server takes some requests otherwise than a proxy may']
    : []),
]

const clientTimeoutOf = (text: string | undefined): number => {
  const seconds = Number(text)
  if (!(seconds >= 1 && seconds <= 86_400))
    throw new UsageError(`--client-timeout takes seconds from 1 to 86400; got ${text}`)
  return seconds * 1000
}

/** A wildcard bind address cannot be used in links, which use localhost. */
const reachable = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

const externalUrlOf = (given: string): string => {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || `${url.origin}/` !== url.href)
    // It may hold a password, so it is not repeated.
    throw new UsageError('--external-url takes an http or https address without a path, user or password')
  return url.origin
}

/** Throws `UsageError`. The port is found before anything is opened, because links contain it. */
export const serveOptionsOf = async (flags: Flags): Promise<ServeOptions> => {
  const host = flags.text('host') ?? '127.0.0.1'
  const wanted = portOf(flags, DEFAULT_PORT)
  const transport = transportOf(flags)
  const logLevel = wordOf('log-level', flags.text('log-level'), LOG_LEVELS)
  const given = flags.text('external-url')
  const fixed = given === undefined ? undefined : externalUrlOf(given)
  const port = wanted === 0 ? await freePort(host, transport) : wanted
  const clientTimeout = clientTimeoutOf(flags.text('client-timeout'))
  const externalUrl = fixed ?? `http://${reachable(host)}:${port}`
  const notices = noticesOf(flags, transport, host, externalUrl)
  return { host, port, transport, logLevel, clientTimeout, externalUrl, isGuessed: fixed === undefined, notices }
}
