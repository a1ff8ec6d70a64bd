import type { Instant } from '../kernel/instant.js'

/** A checkpoint of the history as it was signed. */
export interface LoggedCheckpoint {
  /** From 1 on, in the order in which they were signed. */
  readonly number: number
  /** Events in the tree. */
  readonly size: number
  /** The signed note, with the lines of the witnesses that cosigned it. */
  readonly note: string
}

/** How a witness answered last. */
export interface WitnessReport {
  readonly url: string
  readonly at: Instant
  /** Events in the newest checkpoint that it cosigned; undefined where it cosigned none. */
  readonly cosigned: number | undefined
  /** Why it did not cosign the last one; undefined where it did. */
  readonly failure: string | undefined
}

/** Keeps every checkpoint that a server signed. It is evidence, derived from nothing. */
export interface CheckpointLog {
  readonly newest: () => LoggedCheckpoint | undefined
  /** Those behind this number, the oldest first. */
  readonly after: (number: number, limit: number) => ReadonlyArray<LoggedCheckpoint>
  readonly append: (size: number, note: string) => LoggedCheckpoint
  /** Adds lines of witnesses below a note, each once; what stands there stays. */
  readonly cosign: (number: number, lines: ReadonlyArray<string>) => void
  /** Puts a report in the place of the one before on the same witness. */
  readonly report: (report: WitnessReport) => void
  /** By URL. */
  readonly reports: () => ReadonlyArray<WitnessReport>
  readonly close: () => void
}
