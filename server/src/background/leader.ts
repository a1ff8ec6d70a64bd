import { hostname } from 'node:os'
import { pause } from '@forgefold/adapters/clock'
import { type Forge, keepLease, type Periodic } from '@forgefold/core/app'

/** Starts background jobs; `mayAct` is called before each of their steps. */
export type StartJobs = (mayAct: () => boolean) => Promise<Periodic>

export interface LeaderOptions {
  /** Milliseconds after which a silent leader is replaced; default: the lease's. */
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
    // The id makes it unique; machine and process are for people who read the stream.
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
      // Work in progress ends before another server may begin.
      then(end)
      await turn
      await lease.stop()
      await turn
    },
  }
}
