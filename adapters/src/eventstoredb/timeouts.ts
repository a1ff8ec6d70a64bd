import { setTimeout as sleep } from 'node:timers/promises'
import type { Failure } from './failure.js'

/** Time-outs of calls, and pauses between attempts. */
export interface Timeouts {
  /** Milliseconds until an append without an answer counts as unknown; default 5,000. */
  readonly appendTimeout: number
  /** Milliseconds that a read may stand still, and that a subscription may go unconfirmed; default 10,000. */
  readonly readTimeout: number
  /** The longest pause before a broken subscription is taken up again, in milliseconds; default 5,000. */
  readonly longestBackOff: number
}

export const DEFAULT_TIMEOUTS: Timeouts = { appendTimeout: 5_000, readTimeout: 10_000, longestBackOff: 5_000 }

/** The first pause before a broken subscription is taken up again. */
export const SHORTEST_BACK_OFF_MS = 20

const TRIES = 4

/** Whether a retry may succeed at once: the next call uses a new connection, or the new leader. */
export const passing = (failure: Failure): boolean =>
  failure.kind === 'lost' || failure.kind === 'notLeader' || failure.kind === 'unreachable'

/** Tries a few times, with pauses of 40, 160 and 640 milliseconds; `again` says whether a result is worth another try. */
export const withRetries = async <A>(work: () => Promise<A>, again: (result: A) => boolean): Promise<A> => {
  for (let tries = 1; ; tries++) {
    const result = await work()
    if (tries === TRIES || !again(result)) return result
    await sleep(10 * 4 ** tries)
  }
}
