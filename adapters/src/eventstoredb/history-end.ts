import type { Position } from '@forgefold/core/kernel'
import type { GuardedClient } from './client.js'
import type { Reads } from './reads.js'

/** The end of the history as one node knows it. */
export interface HistoryEnd {
  /** The position of the last record of any kind; undefined if there is none. */
  readonly position: Position | undefined
  /** Whether every call since then went to the same node. */
  readonly stillThere: () => Promise<boolean>
}

const unlessAborted = <A>(promise: Promise<A>, signal: AbortSignal): Promise<A | undefined> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(undefined)
    const aborted = (): void => resolve(undefined)
    signal.addEventListener('abort', aborted)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted))
  })

/** The end of the history; undefined if the node cannot be reached, or the signal was aborted. */
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
