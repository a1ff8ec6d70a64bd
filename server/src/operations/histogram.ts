/**
 * A histogram of durations in seconds.
 *
 * Written by hand, because the metrics library spends a microsecond on each observation, which is the budget of a whole request, and takes a
 * tenth
 * of the start-up time to load.
 */
export class Histogram {
  readonly #bounds: ReadonlyArray<number>
  readonly #buckets: Float64Array
  #seconds = 0
  count = 0

  /** Takes the upper bounds of its buckets in seconds, in ascending order. */
  constructor(bounds: ReadonlyArray<number>) {
    this.#bounds = bounds
    this.#buckets = new Float64Array(bounds.length + 1)
  }

  observe(seconds: number): void {
    this.count++
    this.#seconds += seconds
    let at = 0
    while (at < this.#bounds.length && seconds > (this.#bounds[at] as number)) at++
    this.#buckets[at] = (this.#buckets[at] as number) + 1
  }

  /** Its lines in the exposition format of Prometheus. */
  lines(name: string, labels: string): ReadonlyArray<string> {
    let below = 0
    const buckets = this.#bounds.map((bound, at) => {
      below += this.#buckets[at] as number
      return `${name}_bucket{${labels},le="${bound}"} ${below}`
    })
    return [
      ...buckets,
      `${name}_bucket{${labels},le="+Inf"} ${this.count}`,
      `${name}_sum{${labels}} ${this.#seconds}`,
      `${name}_count{${labels}} ${this.count}`,
    ]
  }
}
