/** The most waiting tasks; further ones are dropped, and the client can repeat its request. */
const MAX_QUEUED_TASKS = 1000

/**
 * Executes tasks one at a time after the responses are sent, so that response times do not reveal whether there was one.
 *
 * A failed task is dropped: its client can repeat the request.
 */
export class AfterResponseQueue {
  #waiting = 0
  #last: Promise<void> = Promise.resolve()

  add(work: () => Promise<unknown>): void {
    if (this.#waiting >= MAX_QUEUED_TASKS) return
    this.#waiting++
    this.#last = this.#last.then(async () => {
      // A turn of the event loop for the response of this task.
      await new Promise(setImmediate)
      await work().catch(() => undefined)
      this.#waiting--
    })
  }
}
