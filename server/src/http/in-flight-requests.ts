import type { HttpHandler } from './message.js'

/** In milliseconds; requests that take longer are cut off. */
const TIMEOUT_MS = 5_000

/** Requests whose handlers have not ended, also where the client is gone: whatever they use stays open until they end. */
export class InFlightRequests {
  readonly #answers = new Set<Promise<unknown>>()
  #isOver = false

  /** Whether they are no longer waited for: what they use is closing or closed. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** The same handler, with its requests tracked. */
  follow(handler: HttpHandler): HttpHandler {
    return (request) => {
      const answer = handler(request)
      return answer instanceof Promise ? this.add(answer) : answer
    }
  }

  /** Adds what is under way; gives it back. */
  add<A>(answer: Promise<A>): Promise<A> {
    this.#answers.add(answer)
    const drop = (): void => {
      this.#answers.delete(answer)
    }
    answer.then(drop, drop)
    return answer
  }

  /** Waits until all of them have ended, at most this many milliseconds. */
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
