import { hostname } from 'node:os'
import { pause } from '@forgefold/adapters/clock'
import { type Forge, keepLease } from '@forgefold/core/app'
import type { Chore } from './daily.js'

/** Begins what an instance does by itself; `mayAct` is asked before each step of it. */
export type Begin = (mayAct: () => boolean) => Promise<Chore>

export interface DutyOptions {
  /** For how long a silent holder is respected, in milliseconds; the lease's own default where it is left out. */
  readonly term?: number | undefined
  readonly onFailure: (error: unknown) => void
}

/** Duties that one of several servers does: whoever holds the lease. Another goes on when it ends, or falls silent for the term. */
export const dutiesOfOne = (forge: Forge, begin: Begin, { term, onFailure }: DutyOptions): Chore => {
  let doing: Chore | undefined
  let turn: Promise<void> = Promise.resolve()
  const then = (work: () => Promise<void>): void => {
    turn = turn.then(work).catch(onFailure)
  }
  const end = async (): Promise<void> => {
    const ended = doing
    doing = undefined
    await ended?.stop()
  }
  const lease = keepLease({
    store: forge.events,
    clock: forge.clock,
    ids: forge.ids,
    pause,
    elapsed: () => performance.now(),
    name: 'duties',
    // The id makes it unlike any other; machine and process are for people who read the stream.
    holder: `${hostname()}:${process.pid}:${forge.ids.commandId()}`,
    ...(term === undefined ? {} : { term }),
    onTaken: () =>
      then(async () => {
        if (lease.held()) doing = await begin(lease.held)
      }),
    onLost: () => then(end),
  })
  return {
    again: async () => {
      then(async () => doing?.again())
      await turn
    },
    stop: async () => {
      // What is under way ends before another may begin.
      then(end)
      await turn
      await lease.stop()
      await turn
    },
  }
}
