import { unavailable } from '@forgefold/core/kernel'
import type { HttpRequest, HttpResponse, MaybePromise } from './message.js'
import { responseOf } from './refusal.js'
import { refusalOf } from './rejections.js'

/** Why a request is not accepted. */
const OVERLOADED = 'the server has too much to do at the moment'

/** The answer to a request that is not accepted. */
export const overloaded = responseOf(refusalOf(unavailable(OVERLOADED)))

/**
 * The number of requests in progress, and the limit above which no more are accepted, because they would only wait.
 *
 * A request whose body is being received is not in progress, so slow clients do not take places from others.
 */
export class RequestLoad {
  readonly #most: number
  readonly #begun = new Set<HttpRequest>()

  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most
  }

  /** Requests whose responses are being made. */
  get inWork(): number {
    let count = 0
    for (const { body } of this.#begun) if (body.isAwaited?.() !== true) count++
    return count
  }

  /** Whether no more are accepted. */
  get isFull(): boolean {
    return this.#begun.size >= this.#most && this.inWork >= this.#most
  }

  /** Counts a request until its answer is made. */
  follow(request: HttpRequest, answer: MaybePromise<HttpResponse>): MaybePromise<HttpResponse> {
    if (!(answer instanceof Promise)) return answer
    this.#begun.add(request)
    const drop = (): void => {
      this.#begun.delete(request)
    }
    answer.then(drop, drop)
    return answer
  }
}
