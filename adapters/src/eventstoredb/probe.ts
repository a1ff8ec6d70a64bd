import { GuardedClient } from './client.js'
import { type ClientSettings, clientSettings } from './connection.js'
import { type HostReachability, nameOf, probeHost, speaksTls } from './probe-host.js'
import { ReadCalls, type ReadResult } from './read-call.js'
import { Reads } from './reads.js'

/** Checks whether an event store is usable; may be called repeatedly. */
export interface EventStoreDbProbe {
  /** Settles within a few seconds. */
  readonly ask: () => Promise<HostReachability>
  readonly close: () => Promise<void>
}

const TIMEOUT_MS = 2_000

/** Combines hosts: one usable host suffices, and one transient failure makes the whole transient. */
const together = (reaches: ReadonlyArray<HostReachability>): HostReachability =>
  reaches.find(({ kind }) => kind === 'Reached') ??
  reaches.find(({ kind }) => kind === 'Away') ??
  reaches[0] ?? { kind: 'Reached' }

const ofRights = (reason: string, settings: ClientSettings): HostReachability => {
  if (settings.credentials === undefined)
    return {
      kind: 'Refused',
      why: 'the event store asks for a user: put user:password@ before the host in the connection string',
    }
  return {
    kind: 'Refused',
    why: reason.includes('UNAUTHENTICATED')
      ? 'the event store refuses this user: look at user:password@ in the connection string'
      : 'the event store does not let this user read $all: give the user that right, or look at user:password@ in the connection string',
  }
}

type Failed = Extract<ReadResult, { readonly kind: 'Failed' }>

const RIGHTS = /UNAUTHENTICATED|PERMISSION_DENIED|access-denied/

const ofFailure = async ({ failure, timedOut }: Failed, settings: ClientSettings): Promise<HostReachability> => {
  const { hosts } = settings
  if (RIGHTS.test(failure.reason)) return ofRights(failure.reason, settings)
  if (timedOut === true)
    return { kind: 'Away', why: `the event store at ${hosts.map(nameOf).join(', ')} does not answer` }
  const [host] = hosts
  if (host === undefined) return { kind: 'Away', why: 'the event store cannot be reached' }
  if (settings.channel.insecure === true && (await speaksTls(host)))
    return { kind: 'Refused', why: `${nameOf(host)} speaks TLS: look at tls in the connection string` }
  return { kind: 'Away', why: `the event store at ${hosts.map(nameOf).join(', ')} is not ready` }
}

/**
 * A probe that is independent of the store's connections. Throws as `openEventStoreDb` does.
 *
 * @example
 * assert.throws(() => probeEventStoreDb('nowhere'))
 */
export const probeEventStoreDb = (connectionString: string): EventStoreDbProbe => {
  const settings = clientSettings(connectionString)
  const client = new GuardedClient(connectionString, { connectTimeout: TIMEOUT_MS, keepAlive: false })
  const calls = new ReadCalls()
  const reads = new Reads(client, calls, TIMEOUT_MS)
  return {
    ask: async () => {
      const reach = together(await Promise.all(settings.hosts.map((host) => probeHost(host, settings.channel))))
      if (reach.kind !== 'Reached') return reach
      const end = await reads.end()
      return end.kind === 'End' ? reach : ofFailure(end, settings)
    },
    close: async () => {
      calls.end()
      await client.shutDown()
    },
  }
}
