import { setTimeout as sleep } from 'node:timers/promises'
import type { Failure } from './failure.js'

const MAX_ATTEMPTS = 4

/** Whether the call may succeed when it is retried: it uses a new connection, or goes to the new leader. */
export const isTransient = (failure: Failure): boolean =>
  failure.kind === 'outcomeUnknown' || failure.kind === 'notLeader' || failure.kind === 'unreachable'

/** Calls up to four times, after pauses of 40, 160 and 640 milliseconds; `isRetried` decides by the result. */
export const withRetries = async <A>(call: () => Promise<A>, isRetried: (result: A) => boolean): Promise<A> => {
  for (let tries = 1; ; tries++) {
    const result = await call()
    if (tries === MAX_ATTEMPTS || !isRetried(result)) return result
    await sleep(10 * 4 ** tries)
  }
}
