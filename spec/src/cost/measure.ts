import { runInThisContext } from 'node:vm'
import { slowness } from './slowness.js'

/** What it costs to read one shape of text, at sizes that double. */
export interface Cost {
  readonly name: string
  /** The power of the size with which the time grows. */
  readonly exponent: number
  /** The largest size that was measured, and how long it took. */
  readonly size: number
  readonly milliseconds: number
}

/** The growth that is allowed, and for how long the loop may be kept. */
export const LAW = { exponent: 1.2, milliseconds: 50 } as const

/** What takes less says nothing about growth: the clock and the collector take as long. */
const TOO_QUICK_MS = 20
const MAX_ATTEMPTS = 3
const WORK = 'work of the law of cost'

/** What takes longer is ended: a matcher that backtracks may otherwise take years. */
const TIMEOUT_MS = 10_000

/** Does the work in a script, which alone can be ended while it keeps the loop. How long it took; without end where it was ended. */
const interruptibly = (work: () => unknown): number => {
  // The processor's time: on a busy machine the clock tells of others.
  const begun = process.cpuUsage()
  Reflect.set(globalThis, WORK, work)
  try {
    runInThisContext(`globalThis[${JSON.stringify(WORK)}]()`, { timeout: TIMEOUT_MS })
  } catch (error) {
    if ((error as { readonly code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return Number.POSITIVE_INFINITY
    throw error
  } finally {
    Reflect.deleteProperty(globalThis, WORK)
  }
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}

const timed = (work: () => unknown, attempts: number): number => {
  let best = Number.POSITIVE_INFINITY
  for (let n = 0; n < attempts; n++) {
    best = Math.min(best, interruptibly(work))
    if (best === Number.POSITIVE_INFINITY) break
    if (best > 4 * LAW.milliseconds) break
  }
  return best
}

interface Sizes {
  readonly least?: number
  readonly most: number
}

const inTurn = (
  work: (size: number) => unknown,
  { least = 1024, most }: Sizes,
  attempts: number,
): { readonly size: number; readonly times: ReadonlyArray<number> } => {
  const times: Array<number> = []
  let size = least
  for (; ; size *= 2) {
    times.push(timed(() => work(size), attempts))
    if (size * 2 > most || (times[times.length - 1] ?? 0) > 4 * LAW.milliseconds) break
  }
  return { size, times }
}

const measured = (name: string, work: (size: number) => unknown, sizes: Sizes): Cost => {
  // What is quick at every size at once says nothing about growth, however often it is measured.
  const once = inTurn(work, sizes, 1)
  const { size, times } = once.times.every((time) => time < TOO_QUICK_MS) ? once : inTurn(work, sizes, MAX_ATTEMPTS)
  const last = times[times.length - 1] ?? 0
  const doublings = Math.min(2, times.length - 1)
  const before = times[times.length - 1 - doublings] ?? last
  const exponent = last < TOO_QUICK_MS || doublings === 0 ? 0 : Math.log2(last / Math.max(before, 0.05)) / doublings
  return { name, exponent, size, milliseconds: last }
}

/** Whether something costs more than its size. */
export const exceedsCostLaw = ({ exponent, milliseconds }: Cost): boolean =>
  exponent > LAW.exponent || milliseconds > LAW.milliseconds

/**
 * Does the work at sizes that double, up to `most` or until it takes four times what is allowed.
 *
 * The exponent is that of the last two doublings; work that stays quick has the exponent 0. What breaks the law is measured up to twice more
 * before it is believed, because the collector and other programs come when they like. What takes too long is told in milliseconds of a machine
 * that has nothing else to do.
 */
export const costOf = (name: string, work: (size: number) => unknown, sizes: Sizes): Cost => {
  let cost = measured(name, work, sizes)
  for (let again = 0; again < 2 && exceedsCostLaw(cost); again++) {
    const other = measured(name, work, sizes)
    if (!exceedsCostLaw(other) || other.milliseconds < cost.milliseconds) cost = other
  }
  return cost.milliseconds > LAW.milliseconds ? { ...cost, milliseconds: cost.milliseconds / slowness() } : cost
}
