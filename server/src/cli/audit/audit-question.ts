import type { Terminal } from '../command.js'
import type { Flags } from '../flags.js'

/** One thing that `forgefold audit` can be asked. */
export interface AuditQuestion {
  readonly name: string
  readonly usage: string
  readonly summary: string
  /** Gives the exit code: 0 where all is well, 1 where it is not. Throws `UsageError`. */
  readonly run: (flags: Flags, rest: ReadonlyArray<string>, terminal: Terminal) => Promise<number>
}
