import { openSync, readSync } from 'node:fs'

/** Where Linux tells how long the main thread of this process has run, in nanoseconds; undefined on other systems. */
const openRunTime = (): number | undefined => {
  try {
    return openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
  } catch {
    return undefined
  }
}

const descriptor = openRunTime()
const buffer = Buffer.alloc(64)

/**
 * Milliseconds of the processor that the main thread of this process has had, to the last tick of the system (1 to 10 ms).
 *
 * `process.cpuUsage()` counts worker threads, compilers and collectors, too, which keep nobody from the event loop; it is the answer where the
 * system does not tell of threads.
 */
export const mainThreadMs = (): number => {
  if (descriptor === undefined) {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  const length = readSync(descriptor, buffer, 0, buffer.length, 0)
  return Number.parseInt(buffer.toString('latin1', 0, length), 10) / 1e6
}
