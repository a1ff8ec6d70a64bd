/** Counts answers in the turns of the event loop. */
export class PerTurn {
  readonly #most: number
  #count = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Counts one more. True for those beyond the most of a turn; false for as many as half of that in any turn. */
  isCrowded(): boolean {
    this.#count++
    // Not in each turn: that would cost each answer a microsecond.
    if (this.#count === this.#most / 2)
      setImmediate(() => {
        this.#count = 0
      })
    return this.#count > this.#most
  }
}
