/**
 * Asks a question once for all who ask it at the same time.
 *
 * It goes out at the end of the turn of the loop, and not before the same question that is under way is answered: so no caller gets an answer
 * that is older than its question, and however many ask, the same question is under way once.
 */
export class SingleFlight {
  /** The query that was not sent yet, which further callers join. */
  readonly #waiting = new Map<string, Promise<unknown>>()
  readonly #underWay = new Map<string, Promise<unknown>>()

  /** `key` identifies the query: equal keys must mean the same query. */
  ask<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#waiting.get(key) as Promise<Answer> | undefined
    if (known !== undefined) return known
    const answer = this.#turn(key).then(() => {
      this.#waiting.delete(key)
      const sent = ask()
      this.#underWay.set(key, sent)
      return sent.finally(() => {
        this.#underWay.delete(key)
      })
    })
    this.#waiting.set(key, answer)
    return answer
  }

  async #turn(key: string): Promise<void> {
    const before = this.#underWay.get(key)
    // A failure of the query in progress does not concern the next.
    if (before !== undefined) await before.catch(() => undefined)
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
}
