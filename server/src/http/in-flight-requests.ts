import type { HttpHandler } from './message.js'

/** In milliseconds; whoever is not done by then is cut off. */
const TIMEOUT_MS = 5_000

/** What handlers have begun and not ended, also where the client is gone: whatever they need stays open until they are done. */
export class InFlightRequests {
  readonly #answers = new Set<Promise<unknown>>()
  #isOver = false

  /** Whether nobody waits for them any more: what they need is being closed, or is closed. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** The same handler; what it begins is known until it ends. */
  follow(handler: HttpHandler): HttpHandler {
    return (request) => {
      const answer = handler(request)
      if (!(answer instanceof Promise)) return answer
      this.#answers.add(answer)
      const drop = (): void => {
        this.#answers.delete(answer)
      }
      answer.then(drop, drop)
      return answer
    }
  }

  /** Waits until all of them have ended, for so many milliseconds at most. */
  async ended(timeout = TIMEOUT_MS): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeout)
    })
    await Promise.race([Promise.allSettled(this.#answers), enough])
    clearTimeout(timer)
    this.#isOver = true
  }
}
