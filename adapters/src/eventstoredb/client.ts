import { randomUUID } from 'node:crypto'
import { EventStoreDBClient } from '@eventstore/db-client'
import type { StreamsClient as StreamsClientType } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { Expected } from '@forgefold/core/ports'
import { type Answer, appendAnswer, failed } from './append-answer.js'
import { AppendCall, type Duplex } from './append-call.js'
import { appendRequest, type WireEvent } from './append-request.js'
import { limitConnecting } from './connect-limit.js'
import { clientSettings } from './connection.js'
import { failureOf } from './failure.js'
import { CALLS, type ReadReq, rawBytes, STATUS_UNAVAILABLE, StreamsClient } from './grpc-messages.js'
import { type ReadMessage, readMessage } from './wire-record.js'

type BatchAppend = ReturnType<StreamsClientType['batchAppend']>

/** A read call whose messages are decoded here rather than by the client. */
export type ReadCall = Omit<ReturnType<StreamsClientType['read']>, 'read'> & { readonly read: () => ReadMessage | null }

/** How much earlier than the client's time-out the server's deadline is; large, because the server uses its own clock. */
const CLOCK_SKEW_MS = 60_000
const SHUT_DOWN_MS = 2_000
/** The client's way of saying that it sends no pings. */
const NO_KEEP_ALIVE = -1
/** What makes the client give up its connection and establish another one. */
const NOT_CONNECTED = Object.assign(new Error('the connection was not established'), { code: STATUS_UNAVAILABLE })

/** The value of a promise, or undefined after a time-out. */
const within = <A>(milliseconds: number, promise: Promise<A>): Promise<A | undefined> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), milliseconds)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })

/** The settings of a client that are not in its connection string. */
interface ClientOptions {
  /** Milliseconds after which a connection that is not established is given up for a new one. */
  readonly connectTimeout: number
  /** False for a client that lives for seconds only. gRPC lets clients of the same settings share a connection: it has its own then. */
  readonly keepAlive?: false
}

/**
 * The client with an append of its own over the client's connection: its discovery, credentials, keep-alive and change of leader are
 * used as they are, its way of appending is not (see `AppendCall`), nor are its messages.
 */
export class GuardedClient extends EventStoreDBClient {
  readonly #duplexes = new WeakMap<StreamsClientType, BatchAppend | Promise<BatchAppend>>()
  readonly #calls = new WeakMap<BatchAppend, AppendCall>()
  /** The call that takes appends at present. */
  #appending: { readonly client: StreamsClientType; readonly duplex: BatchAppend } | undefined
  #used = false

  constructor(connectionString: string, { connectTimeout, keepAlive }: ClientOptions) {
    const { connection, channel, credentials } = clientSettings(connectionString)
    const settings = keepAlive === false ? { ...connection, keepAliveInterval: NO_KEEP_ALIVE } : connection
    // The overloads distinguish three kinds of settings, the implementation takes them all.
    super(settings as ConstructorParameters<typeof EventStoreDBClient>[0], channel, credentials)
    const getChannel = this.getChannel
    const limited = new WeakSet<object>()
    this.getChannel = async () => {
      const current = await getChannel()
      if (!limited.has(current)) {
        limited.add(current)
        const giveUp = () => void this.handleError({ getChannel: () => current } as never, NOT_CONNECTED)
        limitConnecting(current, connectTimeout, giveUp)
      }
      return current
    }
  }

  /** Appends and always settles, with the server's answer or with the reason why the outcome is unknown. */
  async append(
    stream: string,
    events: ReadonlyArray<WireEvent>,
    expected: Expected,
    timeoutMilliseconds: number,
  ): Promise<Answer> {
    const correlation = randomUUID()
    const deadline = Date.now() + timeoutMilliseconds + CLOCK_SKEW_MS
    const request = appendRequest({ correlation, stream, events, expected, deadline })
    try {
      const call = await within(timeoutMilliseconds, this.#appendCall())
      // No connection within the time-out: nothing was sent, and nothing will be.
      if (call === undefined)
        return { ...failed('unreachable', `no connection within ${timeoutMilliseconds} ms`), timedOut: true }
      return await call.append(correlation, request, timeoutMilliseconds)
    } catch (error) {
      return { kind: 'Failed', failure: failureOf(error) }
    }
  }

  async #appendCall(): Promise<AppendCall> {
    this.#used = true
    const open = this.GRPCStreamCreator<StreamsClientType, BatchAppend>(
      StreamsClient as never,
      'append',
      (client) => {
        const duplex = client.makeBidiStreamRequest(
          CALLS.batchAppend,
          rawBytes as never,
          appendAnswer as never,
          ...this.callArguments({ requiresLeader: true }, { deadline: Infinity }),
        ) as BatchAppend
        this.#endCallBefore({ client, duplex })
        // A call that the server ends without an error would stay in use, because its other half is still open.
        duplex.on('end', () => {
          this.#duplexes.delete(client)
          duplex.end()
        })
        return duplex
      },
      this.#duplexes,
    )
    const duplex = await open()
    const known = this.#calls.get(duplex)
    if (known !== undefined) return known
    const call = new AppendCall(duplex as unknown as Duplex)
    this.#calls.set(duplex, call)
    return call
  }

  /** After a change of connections the call on the old one is ended once what it has taken is answered: it would keep that open for ever. */
  #endCallBefore(next: { readonly client: StreamsClientType; readonly duplex: BatchAppend }): void {
    const last = this.#appending
    this.#appending = next
    if (last === undefined) return
    this.#duplexes.delete(last.client)
    last.duplex.end()
  }

  /** A read that does not end by itself. */
  async openRead(request: InstanceType<typeof ReadReq>): Promise<ReadCall> {
    this.#used = true
    const open = this.GRPCStreamCreator<StreamsClientType, ReturnType<StreamsClientType['read']>>(
      StreamsClient as never,
      'subscribeToAll',
      (client) =>
        client.makeServerStreamRequest(
          CALLS.read,
          (asked: InstanceType<typeof ReadReq>) => Buffer.from(asked.serializeBinary()),
          readMessage as never,
          request,
          ...this.callArguments({}, { deadline: Infinity }),
        ),
    )
    return (await open()) as ReadCall
  }

  /** Starts to watch the connection; the returned function says whether every call since then went to the same node. */
  async onOneNode(): Promise<() => Promise<boolean>> {
    const channel = await this.touch().getChannel()
    return () =>
      this.getChannel().then(
        (current) => current === channel,
        () => false,
      )
  }

  /** Ends every call and closes the connection, which the client itself does not do. */
  async shutDown(): Promise<void> {
    await within(SHUT_DOWN_MS, this.dispose())
    if (!this.#used) return
    // A connection that is still being established is closed once it is; nothing waits for that.
    const closed = this.getChannel().then(
      (channel) => channel.close(),
      () => undefined,
    )
    await within(SHUT_DOWN_MS, closed)
  }

  /** To be called before any call that opens the connection, so that `shutDown` knows of it. */
  touch(): this {
    this.#used = true
    return this
  }
}
