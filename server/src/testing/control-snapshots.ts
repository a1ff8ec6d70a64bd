import { shown } from '../embedding/known-names.js'
import type { Snapshot } from './test-forge.js'

/** Snapshots that a test in another language takes, by number from 1. */
export class KeptSnapshots {
  readonly #kept = new Map<number, Snapshot>()
  #last = 0

  keep(snapshot: Snapshot): number {
    this.#last += 1
    this.#kept.set(this.#last, snapshot)
    return this.#last
  }

  /** Throws a sentence with the numbers that there are. */
  get(number: number): Snapshot {
    const found = this.#kept.get(number)
    if (found === undefined)
      throw new RangeError(
        `there is no snapshot ${shown(number)}; there are ${[...this.#kept.keys()].join(', ') || 'none'}`,
      )
    return found
  }

  /** Lets the memory of all of them go. */
  clear(): void {
    this.#kept.clear()
  }
}
