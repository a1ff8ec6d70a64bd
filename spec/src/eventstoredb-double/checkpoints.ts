/**
 * How far a filtered subscription is told that was looked, by the rules of a node.
 *
 * In the history: where each window of records began, once the window is full, and each match. At the end of the history: nothing, so that
 * what was looked at since the last full window is not told. Live: each so many records that did not match.
 */
export class Checkpoints {
  readonly #window: number
  #considered = 0
  /** Where the window under way began; undefined where that was told. */
  #unreported: number | undefined

  constructor(window: number) {
    this.#window = window
  }

  /** The checkpoint to tell after a record of the history. */
  afterHistory(position: number, matched: boolean): number | undefined {
    if (matched) {
      this.#considered = 0
      this.#unreported = undefined
      return position
    }
    if (++this.#considered < this.#window) return undefined
    const began = this.#unreported
    this.#considered = 0
    this.#unreported = position
    return began
  }

  /** The history is read. */
  goLive(): void {
    this.#considered = 0
  }

  /** The checkpoint to tell after a record that has just been written. */
  afterLive(position: number, matched: boolean): number | undefined {
    if (matched || ++this.#considered < this.#window) return undefined
    this.#considered = 0
    return position
  }
}
