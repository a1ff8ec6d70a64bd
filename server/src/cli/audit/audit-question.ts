import type { Rejection } from '@forgefold/core/kernel'
import type { Terminal } from '../command.js'
import type { Flags } from '../flags.js'

/** A subcommand of `forgefold audit`. */
export interface AuditQuestion {
  readonly name: string
  readonly usage: string
  readonly summary: string
  /** The names of the flags that it takes, besides where the history is and `--json`. */
  readonly flags: ReadonlyArray<string>
  /** Returns the exit code: 0 for success, 1 for a finding. Throws `UsageError`. */
  readonly run: (flags: Flags, rest: ReadonlyArray<string>, terminal: Terminal) => Promise<number>
}

/** The reason of a refusal, as the command prints it. */
export const reasonOf = (rejection: Rejection): string => {
  if (rejection.kind === 'Unavailable') return `the history does not answer: ${rejection.reason}`
  if (rejection.kind === 'BadRequest') return rejection.reason ?? rejection.kind
  if (!('message' in rejection) || rejection.message === undefined) return rejection.kind
  return typeof rejection.message === 'string' ? rejection.message : rejection.message.join('; ')
}
