import type { HttpHandler } from '../http/message.js'

/** The native transport, or Node's own HTTP server. */
export type TransportName = 'uws' | 'node'

/** A running transport. */
export interface Listening {
  readonly port: number
  readonly name: TransportName
  /** The number of requests in progress. */
  readonly underWay: () => number
  /** Stops accepting connections, lets requests in progress finish, and aborts the rest after the grace period (milliseconds, default 10,000). */
  readonly close: (grace?: number) => Promise<void>
}

/** How long a drain waits for requests in progress, in milliseconds. */
export const DEFAULT_GRACE = 10_000

export interface ListenOptions {
  /** How long an idle or nearly idle client is waited for, in milliseconds; default two minutes. */
  readonly clientTimeout?: number
}

/** Starts a transport: `port` 0 takes any free one; rejects if the address is taken. */
export type Listen = (handler: HttpHandler, host: string, port: number, options?: ListenOptions) => Promise<Listening>
