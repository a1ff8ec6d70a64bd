import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'

/** A git process that stays to be asked again. */
export interface LongLived {
  /** A question is open. */
  readonly busy: boolean
  /** Milliseconds since the epoch. */
  readonly lastUsed: number
  readonly close: () => void
}

/** Only an open question keeps the host's event loop alive. */
export const hold = (child: ChildProcess, held: boolean): void => {
  for (const part of [child, child.stdin, child.stdout, child.stderr] as ReadonlyArray<Socket | null>)
    if (held) part?.ref()
    else part?.unref()
}
