import { hostname } from 'node:os'
import { pause } from '@forgefold/adapters/clock'
import { type Forge, keepLease, type Periodic } from '@forgefold/core/app'

/** Starts background jobs; `mayAct` is asked before each step of them. */
export type StartJobs = (mayAct: () => boolean) => Promise<Periodic>

export interface LeaderOptions {
  /** For how long a silent holder is respected, in milliseconds; the lease's own default where it is left out. */
  readonly term?: number | undefined
  readonly onFailure: (error: unknown) => void
}

/** Runs background jobs on one of several servers, the holder of a lease; another takes over when it stops, or is silent for the term. */
export const runAsLeader = (forge: Forge, start: StartJobs, { term, onFailure }: LeaderOptions): Periodic => {
  let jobs: Periodic | undefined
  let turn: Promise<void> = Promise.resolve()
  const then = (work: () => Promise<void>): void => {
    turn = turn.then(work).catch(onFailure)
  }
  const end = async (): Promise<void> => {
    const ended = jobs
    jobs = undefined
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
    onFailure,
    onTaken: () =>
      then(async () => {
        if (lease.held()) jobs = await start(lease.held)
      }),
    onLost: () => then(end),
  })
  return {
    runNow: async () => {
      then(async () => jobs?.runNow())
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
