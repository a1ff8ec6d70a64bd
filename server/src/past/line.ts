/** Lets callers work in turn: one of each at a time, so many of all, and no more than so many of one waiting. */
export class Line {
  readonly #places: number
  readonly #mostWaiting: number
  readonly #byCaller = new Map<string, { waiting: number; readonly next: Array<() => void> }>()
  readonly #next: Array<() => void> = []
  #taken = 0

  constructor(places: number, mostWaiting: number) {
    this.#places = places
    this.#mostWaiting = mostWaiting
  }

  /** Waits for the caller's turn; gives the way to end it. Undefined where too many of theirs wait already. */
  async enter(caller: string): Promise<(() => void) | undefined> {
    const own = this.#byCaller.get(caller)
    if (own === undefined) this.#byCaller.set(caller, { waiting: 0, next: [] })
    else {
      if (own.waiting >= this.#mostWaiting) return undefined
      own.waiting++
      await new Promise<void>((resolve) => own.next.push(resolve))
      own.waiting--
    }
    if (this.#taken < this.#places) this.#taken++
    else await new Promise<void>((resolve) => this.#next.push(resolve))
    return () => this.#leave(caller)
  }

  #leave(caller: string): void {
    const next = this.#next.shift()
    if (next === undefined) this.#taken--
    else next()
    const ofCaller = this.#byCaller.get(caller)?.next.shift()
    if (ofCaller === undefined) this.#byCaller.delete(caller)
    else ofCaller()
  }
}
