/**
 * Asks a question once for all who ask it in the same turn of the loop.
 *
 * It goes out at the end of the turn, so nobody gets an answer that is older than their question.
 */
export class AskedTogether {
  readonly #waiting = new Map<string, Promise<unknown>>()

  /** `question` names the answer: who uses the same name has to ask the same. */
  ask<Answer>(question: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#waiting.get(question) as Promise<Answer> | undefined
    if (known !== undefined) return known
    const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.#waiting.delete(question)
      return ask()
    })
    this.#waiting.set(question, answer)
    return answer
  }
}
