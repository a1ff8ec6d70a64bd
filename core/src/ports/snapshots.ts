import type { Revision, StreamName } from '../kernel/envelope.js'

/** A folded state with its versions; a snapshot of another version is discarded. */
export interface Snapshot {
  readonly stateVersion: number
  readonly revision: Revision
  /** Already encoded as plain JSON data. */
  readonly state: unknown
}

/** Stores snapshots beside the history; losing them costs only time. */
export interface Snapshots {
  readonly load: (stream: StreamName) => Promise<Snapshot | undefined>
  readonly save: (stream: StreamName, snapshot: Snapshot) => Promise<void>
}
