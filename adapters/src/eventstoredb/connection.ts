import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { EventStoreDBClient } from '@eventstore/db-client'
import type { ConnectionOptions } from '@eventstore/db-client/dist/Client/parseConnectionString.js'
import parser from '@eventstore/db-client/dist/Client/parseConnectionString.js'

type Arguments = ConstructorParameters<typeof EventStoreDBClient>

export interface Host {
  readonly address: string
  readonly port: number
}

/** The arguments of the client's constructor, and the hosts in the connection string. */
export interface ClientSettings {
  readonly hosts: ReadonlyArray<Host>
  readonly connection: Arguments[0]
  readonly channel: NonNullable<Arguments[1]>
  readonly credentials: Arguments[2]
}

const file = (option: string, path: string): Buffer => {
  try {
    return readFileSync(resolve(path))
  } catch {
    throw new TypeError(`the file ${path} cannot be read: look at ${option} in the connection string`)
  }
}

const CREDENTIALS = /^(esdb(?:\+discover)?:\/\/)([^:@/]*):([^@/]*)@/

/** Name and password are removed first, because the client's own messages quote the whole string. */
const parsed = (connectionString: string): ConnectionOptions => {
  const [, , username = '', password = ''] = CREDENTIALS.exec(connectionString) ?? []
  try {
    const options = parser.parseConnectionString(connectionString.replace(CREDENTIALS, '$1'))
    if (username === '') return options
    return {
      ...options,
      defaultCredentials: { username: decodeURIComponent(username), password: decodeURIComponent(password) },
    }
  } catch {
    throw new TypeError(
      'the connection string of the event store is malformed: esdb://[user:password@]host:port[?options]',
    )
  }
}

const refuseWhatIsIgnored = (options: ConnectionOptions): void => {
  if (options.tls === false && options.defaultCredentials !== undefined)
    throw new TypeError('credentials are not sent without TLS: leave them out of the connection string, or tls=false')
  if (options.tlsVerifyCert === false)
    throw new TypeError('tlsVerifyCert=false has no effect: name the authority with tlsCAFile')
  if ((options.userCertFile === undefined) !== (options.userKeyFile === undefined))
    throw new TypeError('userCertFile and userKeyFile come together')
}

const channelOf = (options: ConnectionOptions): ClientSettings['channel'] => ({
  insecure: options.tls === false,
  ...(options.tlsCAFile === undefined ? {} : { rootCertificate: file('tlsCAFile', options.tlsCAFile) }),
  ...(options.userCertFile === undefined ? {} : { userCertFile: file('userCertFile', options.userCertFile) }),
  ...(options.userKeyFile === undefined ? {} : { userKeyFile: file('userKeyFile', options.userKeyFile) }),
})

const given = <A extends object>(options: A): { [K in keyof A]: Exclude<A[K], undefined> } =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never

/**
 * Parses a connection string (`esdb://`, `esdb+discover://`) into the settings of the client.
 *
 * Throws if it is malformed, or has an option that the client would silently ignore; the message never contains a secret.
 */
export const clientSettings = (connectionString: string): ClientSettings => {
  const options = parsed(connectionString)
  refuseWhatIsIgnored(options)
  const shared = given({
    keepAliveInterval: options.keepAliveInterval,
    keepAliveTimeout: options.keepAliveTimeout,
    defaultDeadline: options.defaultDeadline,
    connectionName: options.connectionName,
    // With false the client reports a wrong revision after a conflict.
    throwOnAppendFailure: true,
  })
  const cluster = given({
    nodePreference: options.nodePreference,
    discoveryInterval: options.discoveryInterval,
    gossipTimeout: options.gossipTimeout,
    maxDiscoverAttempts: options.maxDiscoverAttempts,
  })
  const [host] = options.hosts
  if (host === undefined) throw new TypeError('the connection string of the event store names no host')
  const where = options.dnsDiscover
    ? { ...cluster, discover: host }
    : options.hosts.length > 1
      ? { ...cluster, endpoints: options.hosts }
      : { endpoint: host }
  return {
    hosts: options.dnsDiscover ? [host] : options.hosts,
    connection: { ...shared, ...where } as ClientSettings['connection'],
    channel: channelOf(options),
    credentials: options.defaultCredentials,
  }
}
