/**
 * Asks a question once for all who ask it at the same time.
 *
 * It goes out at the end of the turn of the loop, and not before the same question that is under way is answered: so nobody gets an answer
 * that is older than their question, and however many ask, the same question is under way once.
 */
export class SingleFlight {
  /** Not sent yet: whoever asks now may still join. */
  readonly #waiting = new Map<string, Promise<unknown>>()
  readonly #underWay = new Map<string, Promise<unknown>>()

  /** `question` names the answer: who uses the same name has to ask the same. */
  ask<Answer>(question: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#waiting.get(question) as Promise<Answer> | undefined
    if (known !== undefined) return known
    const answer = this.#turn(question).then(() => {
      this.#waiting.delete(question)
      const sent = ask()
      this.#underWay.set(question, sent)
      return sent.finally(() => {
        this.#underWay.delete(question)
      })
    })
    this.#waiting.set(question, answer)
    return answer
  }

  async #turn(question: string): Promise<void> {
    const before = this.#underWay.get(question)
    // Whether that one failed is no business of those who ask now.
    if (before !== undefined) await before.catch(() => undefined)
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
}
