/**
 * Faults that come again, each in its turn: the first calls meet one after the other, later ones one ever more rarely, so that work of any
 * length meets some throughout and still comes to its end.
 */
export class Recurring<Fault> {
  readonly #faults: ReadonlyArray<Fault>
  #struck = 0
  #spared = 0

  constructor(faults: ReadonlyArray<Fault>) {
    this.#faults = faults
  }

  next(): Fault | undefined {
    if (this.#spared-- > 0) return undefined
    const fault = this.#faults[this.#struck++ % this.#faults.length]
    this.#spared = Math.floor(this.#struck / 2)
    return fault
  }
}
