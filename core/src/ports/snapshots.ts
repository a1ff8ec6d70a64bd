import type { Revision, StreamName } from '../kernel/envelope.js'

/** A folded state with what it was folded by; any mismatch of version means: throw it away. */
export interface Snapshot {
  readonly stateVersion: number
  readonly revision: Revision
  /** Already encoded as plain JSON data. */
  readonly state: unknown
}

/** Keeps snapshots beside the history; losing them all loses only time. */
export interface Snapshots {
  readonly load: (stream: StreamName) => Promise<Snapshot | undefined>
  readonly save: (stream: StreamName, snapshot: Snapshot) => Promise<void>
}
