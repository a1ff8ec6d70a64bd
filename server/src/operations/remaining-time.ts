/** Milliseconds of which the pace is the mean: long enough to even out batches, short enough to notice that it changes. */
const WINDOW_MS = 10_000

/** Milliseconds before which the pace says too little. */
const FIRST_MS = 1_000

interface Mark {
  readonly at: number
  readonly done: number
}

/** Estimates how long some work still takes, from its pace in the last ten seconds. */
export class RemainingTime {
  readonly #now: () => number
  #marks: Array<Mark> = []

  /** `now` is a clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** In seconds; undefined while the work has not run for a second, or stands still. */
  after(done: number, whole: number): number | undefined {
    const at = this.#now()
    this.#marks = this.#marks.filter((mark) => mark.at >= at - WINDOW_MS)
    this.#marks.push({ at, done })
    const first = this.#marks[0] as Mark
    const [elapsed, progress] = [at - first.at, done - first.done]
    return elapsed < FIRST_MS || progress <= 0 ? undefined : ((whole - done) * elapsed) / progress / 1000
  }
}

/** A remaining time in words, with a unit that changes by one or a few at a time; empty where it is not known. */
export const remainingText = (seconds: number | undefined): string => {
  if (seconds === undefined) return ''
  if (seconds < 100) return `about ${Math.ceil(seconds)} s left`
  if (seconds < 6_000) return `about ${Math.round(seconds / 60)} min left`
  return `about ${Math.round(seconds / 3600)} h left`
}
