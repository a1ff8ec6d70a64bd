/** A transport at work. */
export interface Listening {
  readonly port: number
  readonly name: 'uws' | 'node'
  /** Takes no new connections, lets requests under way finish. */
  readonly close: () => Promise<void>
}
