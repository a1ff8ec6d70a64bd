/**
 * Work that goes on after the answer of the request that began it. Its failures are ignored: whoever needs the result checks for it, and
 * does the work again where it is missing.
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
