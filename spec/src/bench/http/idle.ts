import { existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

/** One look at a process, in milliseconds. */
const INTERVAL = 500
/** Of a processor: what a server with nothing to do takes for its timers stays below. */
const IDLE_SHARE = 0.05
/** So many looks in a row: on a busy machine a server may get nothing of the processor for a while. */
const QUIET_LOOKS = 6
/** The processor time that a process may take until it is idle, in milliseconds: reactors that missed a million deployments take ten minutes. */
const MAX_BUSY_MS = 1_200_000
/** How long is waited where a system does not tell the processor time of a process, in milliseconds. */
const BLIND_WAIT = 10_000
/** The unit of `/proc/PID/stat`, in milliseconds. */
const TICK = 10

const statOf = (pid: number): string => `/proc/${pid}/stat`

/** The processor time that all threads of a process have taken, in milliseconds. Throws where the system has no `/proc`. */
export const processorTimeOf = (pid: number): number => {
  // The name of a program may hold blanks, so fields are counted behind it.
  const fields = readFileSync(statOf(pid), 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK
}

/**
 * Waits until a server has nothing left to do: reactors and projections have caught up with what was written before it started.
 *
 * Throws where it is still busy after twenty minutes of its own processor time.
 */
export const untilIdle = async (pid: number): Promise<void> => {
  if (!existsSync(statOf(pid))) {
    await setTimeout(BLIND_WAIT)
    return
  }
  const first = processorTimeOf(pid)
  let before = first
  let quiet = 0
  while (quiet < QUIET_LOOKS) {
    if (before - first > MAX_BUSY_MS) throw new Error('the server is still busy after twenty minutes of processor time')
    await setTimeout(INTERVAL)
    const now = processorTimeOf(pid)
    quiet = now - before < IDLE_SHARE * INTERVAL ? quiet + 1 : 0
    before = now
  }
}
