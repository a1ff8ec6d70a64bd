/**
 * Work that goes on beside the answer of what began it. What becomes of it is nobody's failure: whoever needs it done finds out, and does it
 * themselves.
 */
export class BackgroundTasks {
  readonly #underWay = new Set<Promise<void>>()

  /** Has been begun by whoever adds it. */
  add(work: Promise<void>): void {
    const done: Promise<void> = work
      .catch(() => undefined)
      .finally(() => {
        this.#underWay.delete(done)
      })
    this.#underWay.add(done)
  }

  /** Resolves when nothing is under way. */
  async ended(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }
}
