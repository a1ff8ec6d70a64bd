import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'

/** A git process that answers several queries. */
export interface LongLivedProcess {
  /** Whether a query is pending. */
  readonly busy: boolean
  /** Milliseconds since the epoch. */
  readonly lastUsed: number
  readonly close: () => void
}

/** Refs or unrefs a process and its pipes: it keeps the event loop alive only while a query is pending. */
export const setReferenced = (child: ChildProcess, held: boolean): void => {
  for (const part of [child, child.stdin, child.stdout, child.stderr] as ReadonlyArray<Socket | null>)
    if (held) part?.ref()
    else part?.unref()
}
