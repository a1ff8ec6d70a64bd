/** At most this many milliseconds of work are done in one turn of the event loop. */
const MAX_TURN_MS = 10

/** Runs many short pieces of work; when their share of a turn of the event loop is used up, the rest waits for the next turn. */
export class TurnBudget {
  #spent = 0
  #next: Promise<void> | undefined

  async within<A>(work: () => A): Promise<A> {
    while (this.#spent >= MAX_TURN_MS) await this.#nextTurn()
    const begun = performance.now()
    try {
      return work()
    } finally {
      this.#spent += performance.now() - begun
      // Also where the turn ends early: what was spent counts for this one only.
      void this.#nextTurn()
    }
  }

  #nextTurn(): Promise<void> {
    this.#next ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#next = undefined
        this.#spent = 0
        resolve()
      })
    })
    return this.#next
  }
}
