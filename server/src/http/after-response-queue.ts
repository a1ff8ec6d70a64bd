/** At most this many pieces of work wait; more are left out, and whoever asked can ask again. */
const MAX_QUEUED_TASKS = 1000

/**
 * Work that is done one piece after the other once the answers are on their way, so that no answer tells by its time whether there was any.
 *
 * What fails is left out: who waits for it in vain asks again.
 */
export class AfterResponseQueue {
  #waiting = 0
  #last: Promise<void> = Promise.resolve()

  add(work: () => Promise<unknown>): void {
    if (this.#waiting >= MAX_QUEUED_TASKS) return
    this.#waiting++
    this.#last = this.#last.then(async () => {
      // A turn of the loop for the answer that this stands behind.
      await new Promise(setImmediate)
      await work().catch(() => undefined)
      this.#waiting--
    })
  }
}
