import type { Position } from '@forgefold/core/kernel'
import type { GuardedClient } from './client.js'
import type { Reads } from './reads.js'

/** Where a history ends, as one node knows it. */
export interface HistoryEnd {
  /** The last record of whatever kind; undefined: there is none. */
  readonly position: Position | undefined
  /** True while everything that was asked since was asked of the same node. */
  readonly stillThere: () => Promise<boolean>
}

const unlessAborted = <A>(promise: Promise<A>, signal: AbortSignal): Promise<A | undefined> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(undefined)
    const aborted = (): void => resolve(undefined)
    signal.addEventListener('abort', aborted)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted))
  })

/** Asks where the history ends; undefined where the node cannot be asked, or nobody wants to know any more. */
export const historyEnd = async (
  { client, reads }: { readonly client: GuardedClient; readonly reads: Reads },
  signal: AbortSignal,
): Promise<HistoryEnd | undefined> => {
  try {
    const stillThere = await client.onOneNode()
    const end = await unlessAborted(reads.end(), signal)
    return end?.kind === 'End' ? { position: end.position, stillThere } : undefined
  } catch {
    return undefined
  }
}
