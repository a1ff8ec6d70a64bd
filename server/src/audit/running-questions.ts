import type { Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { RequestQueue } from '../as-of/request-queue.js'
import type { Answer } from './auditor-questions.js'

/** So many questions that replay the history are answered at the same time, one of each caller. */
const CONCURRENT = 2
/** So many more of a caller wait. */
const WAITING = 16

const tooMany: Rejection = {
  kind: 'Throttled',
  message: 'Too many of your questions to the history wait. Try again later.',
  seconds: 2,
}

/** The questions to one history that are being answered: equal ones once, and expensive ones a few at a time. */
export class RunningQuestions {
  readonly #answers = new Map<string, Promise<unknown>>()
  readonly #queue = new RequestQueue(CONCURRENT, WAITING)

  /** The answer to a question; who asks the same while it is looked for gets this one. */
  once<A>(question: string, ask: () => Promise<A>): Promise<A> {
    const running = this.#answers.get(question)
    if (running !== undefined) return running as Promise<A>
    const answer = ask().finally(() => this.#answers.delete(question))
    this.#answers.set(question, answer)
    return answer
  }

  /** Asks when it is the caller's turn. Rejections: those of the answer; `Throttled` where too many wait. */
  async inTurn<A>(caller: string, ask: () => Answer<A>): Answer<A> {
    const leave = await this.#queue.acquire(caller)
    if (leave === undefined) return E.left(tooMany)
    try {
      return await ask()
    } finally {
      leave()
    }
  }
}
