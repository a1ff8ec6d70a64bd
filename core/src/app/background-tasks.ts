/**
 * Work that continues after the response of the request that began it. Its failures are ignored: code that needs the result checks for it, and
 * repeats the work where it is missing.
 */
export class BackgroundTasks {
  readonly #underWay = new Set<Promise<void>>()

  /** Adds work that has been started. */
  add(work: Promise<void>): void {
    const done: Promise<void> = work
      .catch(() => undefined)
      .finally(() => {
        this.#underWay.delete(done)
      })
    this.#underWay.add(done)
  }

  /** Resolves when no work is in progress. */
  async ended(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }
}
