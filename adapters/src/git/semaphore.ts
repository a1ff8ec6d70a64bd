import { type Cancellation, Cancelled } from '@forgefold/core/ports'

interface Waiter {
  readonly admit: () => void
}

/** A counting semaphore with a FIFO queue; waiters may be cancelled. */
export class Semaphore {
  readonly #places: number
  readonly #waiting = new Set<Waiter>()
  #taken = 0

  constructor(places: number) {
    this.#places = places
  }

  get taken(): number {
    return this.#taken
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Returns the release function, which may be called more than once. Rejects with `Cancelled` if the signal comes first. */
  async enter(signal?: Cancellation): Promise<() => void> {
    if (signal?.aborted === true) throw new Cancelled()
    if (this.#taken < this.#places) this.#taken++
    else await this.#turn(signal)
    let left = false
    return () => {
      if (left) return
      left = true
      this.#passOn()
    }
  }

  #passOn(): void {
    const [next] = this.#waiting
    if (next === undefined) {
      this.#taken--
      return
    }
    this.#waiting.delete(next)
    next.admit()
  }

  #turn(signal: Cancellation | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.delete(waiter)
        reject(new Cancelled())
      }
      const waiter: Waiter = {
        admit: () => {
          signal?.removeEventListener('abort', giveUp)
          resolve()
        },
      }
      this.#waiting.add(waiter)
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  }
}

/** A semaphore for each key, for as long as somebody is in it or waits. */
export class SemaphorePerKey<Key> {
  readonly #places: number
  readonly #byKey = new Map<Key, Semaphore>()

  constructor(places: number) {
    this.#places = places
  }

  /** For any key. */
  get waiting(): number {
    let all = 0
    for (const { waiting } of this.#byKey.values()) all += waiting
    return all
  }

  /** As `Semaphore.enter`. */
  async enter(key: Key, signal?: Cancellation): Promise<() => void> {
    const semaphore = this.#byKey.get(key) ?? new Semaphore(this.#places)
    this.#byKey.set(key, semaphore)
    const forget = (): void => {
      if (semaphore.taken === 0 && semaphore.waiting === 0) this.#byKey.delete(key)
    }
    try {
      const leave = await semaphore.enter(signal)
      return () => {
        leave()
        forget()
      }
    } catch (error) {
      forget()
      throw error
    }
  }
}

/** A way into a semaphore, as `Semaphore.enter`. */
export type Enter = (signal: Cancellation) => Promise<() => void>

/** A place for which the caller has to enter two semaphores, one after the other. */
export const enterBoth =
  (first: Enter, second: Enter): Enter =>
  async (signal) => {
    const leaveFirst = await first(signal)
    try {
      const leaveSecond = await second(signal)
      return () => {
        leaveSecond()
        leaveFirst()
      }
    } catch (error) {
      leaveFirst()
      throw error
    }
  }
