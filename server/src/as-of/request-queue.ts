import type { Principal } from '@forgefold/core/access'

/** The key of a caller's tasks: those of one user wait for each other, whatever the credential. */
export const callerKey = ({ kind, ...who }: Principal): string => ('userId' in who ? `${kind}:${who.userId}` : kind)

/** Bounds concurrent work: one task per caller at a time, `capacity` tasks altogether, and at most `mostWaiting` waiting tasks per caller. */
export class RequestQueue {
  readonly #capacity: number
  readonly #maxWaiting: number
  readonly #byCaller = new Map<string, { waiting: number; readonly next: Array<() => void> }>()
  readonly #next: Array<() => void> = []
  #running = 0

  constructor(capacity: number, mostWaiting: number) {
    this.#capacity = capacity
    this.#maxWaiting = mostWaiting
  }

  /** Waits for a slot; returns the function that releases it. Undefined where the caller has too many waiting tasks. */
  async acquire(caller: string): Promise<(() => void) | undefined> {
    const own = this.#byCaller.get(caller)
    if (own === undefined) this.#byCaller.set(caller, { waiting: 0, next: [] })
    else {
      if (own.waiting >= this.#maxWaiting) return undefined
      own.waiting++
      await new Promise<void>((resolve) => own.next.push(resolve))
      own.waiting--
    }
    if (this.#running < this.#capacity) this.#running++
    else await new Promise<void>((resolve) => this.#next.push(resolve))
    return () => this.#release(caller)
  }

  #release(caller: string): void {
    const next = this.#next.shift()
    if (next === undefined) this.#running--
    else next()
    const ofCaller = this.#byCaller.get(caller)?.next.shift()
    if (ofCaller === undefined) this.#byCaller.delete(caller)
    else ofCaller()
  }
}
