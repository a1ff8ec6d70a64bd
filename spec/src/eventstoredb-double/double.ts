import { type AddressInfo, connect, createServer, type Server as NetServer, type Socket } from 'node:net'
import { type ConnectionInjector, type Metadata, Server, ServerCredentials } from '@grpc/grpc-js'
import { batchAppend } from './batch-append.js'
import { features, gossip } from './cluster.js'
import { softDelete, tombstone } from './deleting.js'
import { Faults } from './faults.js'
import { joinByLine } from './line.js'
import { DEFAULT_MAX_APPEND_SIZE, EventLog } from './log.js'
import type { Credentials, Node } from './node.js'
import { read } from './reading.js'
import type { Address } from './refusal.js'
import { singleAppend } from './single-append.js'
import { GossipService, ServerFeaturesService, StreamsService } from './wire.js'

export interface DoubleOptions {
  /** Default: any free one. */
  readonly port?: number
  /** The server's clock, in epoch milliseconds: what `created` tells and deadlines are held against; default: the machine's. */
  readonly now?: () => number
  /** Default 1 MiB. */
  readonly maxAppendSize?: number
  /** False makes the client fall back to one call an append; default true. */
  readonly batchAppend?: boolean
  /** Another node of the same cluster: they share one log, and the first one leads. */
  readonly joins?: EventStoreDbDouble
  /** The only user; requests without these credentials are refused. A client sends them over TLS only. */
  readonly credentials?: Credentials
  /** Speaks TLS with this key and certificate (PEM). */
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer }
}

/** One call that a client made. */
export interface SeenCall {
  readonly call: string
  readonly connectionName: string
  readonly requiresLeader: boolean
  readonly authorization: string | undefined
}

/** The nodes of a cluster; the leader first. */
interface Cluster {
  readonly log: EventLog
  readonly members: Array<Address>
}

/** EventStoreDB as its clients see it, in this process, with knobs for what goes wrong. */
export interface EventStoreDbDouble {
  readonly address: string
  readonly port: number
  /** For a client: `esdb://127.0.0.1:<port>?tls=false`. */
  readonly connectionString: string
  readonly faults: Faults
  /** The history itself, to look at or to write to behind everybody's back. */
  readonly log: EventLog
  /** The calls made so far, oldest first. */
  readonly calls: ReadonlyArray<SeenCall>
  /** How many calls are open now, and over how many connections: what a client leaks shows here. */
  readonly open: { readonly calls: number; readonly connections: number }
  /** Makes this node the leader of its cluster. */
  readonly lead: () => void
  /** Kills every connection; clients may come back at once. */
  readonly dropConnections: () => void
  /** Stops listening and kills every connection until `restart`. */
  readonly crash: () => Promise<void>
  /** Comes back on the same port with the same log; what was only in memory (ids known to `any`) is gone. */
  readonly restart: () => Promise<void>
  /** Ends for good. */
  readonly stop: () => Promise<void>
  readonly cluster: Cluster
}

const HOST = '127.0.0.1'

const portOf = (server: NetServer): number => (server.address() as AddressInfo).port

const text = (metadata: Metadata, key: string): string | undefined => metadata.get(key)[0]?.toString()

/** Starts a double; it ends with `stop`. */
export const startEventStoreDbDouble = async (options: DoubleOptions = {}): Promise<EventStoreDbDouble> => {
  const now = options.now ?? Date.now
  const cluster: Cluster = options.joins?.cluster ?? { log: new EventLog(now), members: [] }
  const faults = new Faults()
  const calls: Array<SeenCall> = []
  /** Each client's connection with the one behind it. */
  const lines = new Map<Socket, Socket>()
  const mute = new Set<Socket>()
  let openCalls = 0
  let self: Address = { address: HOST, port: options.port ?? 0 }

  const node: Node = {
    log: cluster.log,
    faults,
    maxAppendSize: options.maxAppendSize ?? DEFAULT_MAX_APPEND_SIZE,
    batchAppend: options.batchAppend ?? true,
    now,
    members: () => cluster.members,
    self: () => self,
    credentials: options.credentials,
    drop: (peer) => {
      for (const [client, server] of lines) if (`${server.localAddress}:${server.localPort}` === peer) client.destroy()
    },
    note: (call, metadata) => {
      openCalls++
      calls.push({
        call,
        connectionName: text(metadata, 'connection-name') ?? '',
        requiresLeader: text(metadata, 'requires-leader') === 'true',
        authorization: text(metadata, 'authorization'),
      })
      let open = true
      return () => {
        if (open) openCalls--
        open = false
      }
    },
  }

  const grpc = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 })
  grpc.addService(StreamsService, {
    append: singleAppend(node),
    batchAppend: batchAppend(node),
    delete: softDelete(node),
    read: read(node),
    tombstone: tombstone(node),
  })
  grpc.addService(GossipService, { read: gossip(node) })
  grpc.addService(ServerFeaturesService, { getSupportedMethods: features(node) })
  const credentials =
    options.tls === undefined
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(null, [{ private_key: options.tls.key, cert_chain: options.tls.cert }])
  const injector: ConnectionInjector = grpc.createConnectionInjector(credentials)

  // gRPC listens behind a line of ours, so that a connection can be killed under a call, slowed down, or left without a word.
  const behind = createServer({ noDelay: true }, (socket) => injector.injectConnection(socket))
  const listener = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    if (faults.takeMute()) {
      mute.add(client)
      client.on('error', () => undefined).on('close', () => mute.delete(client))
      return
    }
    const server = connect({ port: portOf(behind), host: HOST, noDelay: true, allowHalfOpen: true })
    joinByLine(client, server, faults)
    lines.set(client, server)
    client.on('close', () => lines.delete(client))
  })
  const listen = (server: NetServer, port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, HOST, () => {
        server.off('error', reject)
        resolve()
      })
    })
  const dropConnections = (): void => {
    for (const client of [...lines.keys(), ...mute]) client.destroy()
  }
  const crash = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => listener.close(() => resolve()))
    dropConnections()
    await closed
  }

  await listen(behind, 0)
  await listen(listener, self.port)
  self = { address: HOST, port: portOf(listener) }
  const place = self
  cluster.members.push(place)
  return {
    ...self,
    connectionString: `esdb://${HOST}:${self.port}?tls=${options.tls !== undefined}`,
    faults,
    log: cluster.log,
    calls,
    get open() {
      return { calls: openCalls, connections: lines.size + mute.size }
    },
    lead: () => {
      cluster.members.splice(cluster.members.indexOf(place), 1)
      cluster.members.unshift(place)
    },
    dropConnections,
    crash,
    restart: async () => {
      if (listener.listening) await crash()
      cluster.log.forgetIds()
      await listen(listener, self.port)
    },
    stop: async () => {
      if (listener.listening) await crash()
      behind.close()
      injector.destroy()
      grpc.forceShutdown()
      cluster.members.splice(cluster.members.indexOf(place), 1)
    },
    cluster,
  }
}
