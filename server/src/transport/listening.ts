import type { HttpHandler } from '../http/message.js'

/** Which way in: the native one, or Node's own HTTP server. */
export type TransportName = 'uws' | 'node'

/** A transport at work. */
export interface Listening {
  readonly port: number
  readonly name: TransportName
  /** Requests that are being answered just now. */
  readonly underWay: () => number
  /** Takes no new connections, lets requests under way finish, and cuts what is left after the grace (milliseconds, default 10,000). */
  readonly close: (grace?: number) => Promise<void>
}

/** How long a drain waits for requests under way, in milliseconds. */
export const DEFAULT_GRACE = 10_000

export interface ListenOptions {
  /** How long a client that does nothing, or next to nothing, is waited for, in milliseconds; default two minutes. */
  readonly clientTimeout?: number
}

/** Opens a transport: `port` 0 takes any free one; rejects where the address is taken. */
export type Listen = (handler: HttpHandler, host: string, port: number, options?: ListenOptions) => Promise<Listening>
