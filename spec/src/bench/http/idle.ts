import { existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

/** One look at a process, in milliseconds. */
const INTERVAL = 500
/** Of a processor: what a server with nothing to do takes for its timers stays below. */
const IDLE_SHARE = 0.05
/** The processor time that a process may take until it is idle, in milliseconds: on a busy machine it is given as much. */
const MAX_BUSY_MS = 180_000
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
 * Throws where it is still busy after three minutes of its own processor time.
 */
export const untilIdle = async (pid: number): Promise<void> => {
  if (!existsSync(statOf(pid))) {
    await setTimeout(BLIND_WAIT)
    return
  }
  const first = processorTimeOf(pid)
  let before = first
  let quiet = 0
  while (quiet < 3) {
    if (before - first > MAX_BUSY_MS) throw new Error('the server is still busy after three minutes of processor time')
    await setTimeout(INTERVAL)
    const now = processorTimeOf(pid)
    quiet = now - before < IDLE_SHARE * INTERVAL ? quiet + 1 : 0
    before = now
  }
}
