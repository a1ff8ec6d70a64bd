import { RemainingTime, remainingText } from '../operations/remaining-time.js'
import type { Terminal } from './command.js'

const WIDTH = 40

/** A bar, the share in percent and the numbers. */
export const progressBar = (done: number, whole: number): string => {
  const share = whole === 0 ? 1 : Math.min(1, done / whole)
  const full = Math.round(share * WIDTH)
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${Math.floor(share * 100)} %  ${done} of ${whole}`
}

/** Milliseconds between two lines, so that they can be read. */
const INTERVAL_MS = 100

/** Shows how far some work is, and about how long it still takes. */
export const progressMeter = (terminal: Terminal, line: (done: number, whole: number) => string) => {
  const remaining = new RemainingTime()
  let shown = 0
  return (done: number, whole: number): void => {
    const now = performance.now()
    if (now - shown < INTERVAL_MS && done < whole) return
    shown = now
    const left = done < whole ? remainingText(remaining.after(done, whole)) : ''
    terminal.progress(left === '' ? line(done, whole) : `${line(done, whole)}  ${left}`)
  }
}
