import type { Instant } from '../kernel/instant.js'

/** A signed checkpoint of the history. */
export interface LoggedCheckpoint {
  /** From 1 on, in signing order. */
  readonly number: number
  /** Events in the tree. */
  readonly size: number
  /** The signed note, with the cosignatures of witnesses. */
  readonly note: string
}

/** The last answer of a witness. */
export interface WitnessReport {
  readonly url: string
  readonly at: Instant
  /** The size of the newest checkpoint that it cosigned; undefined where there is none. */
  readonly cosigned: number | undefined
  /** Why it did not cosign the last one; undefined where it did. */
  readonly failure: string | undefined
}

/** Stores every checkpoint that a server signed. They are evidence and cannot be derived again. */
export interface CheckpointLog {
  readonly newest: () => LoggedCheckpoint | undefined
  /** Those after this number, oldest first. */
  readonly after: (number: number, limit: number) => ReadonlyArray<LoggedCheckpoint>
  readonly append: (size: number, note: string) => LoggedCheckpoint
  /** Adds cosignatures to a note, each once; existing lines stay. */
  readonly cosign: (number: number, lines: ReadonlyArray<string>) => void
  /** Replaces the report on a witness. */
  readonly report: (report: WitnessReport) => void
  /** By URL. */
  readonly reports: () => ReadonlyArray<WitnessReport>
  readonly close: () => void
}
