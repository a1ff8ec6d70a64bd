import type { Position } from '@forgefold/core/kernel'

interface Waiter {
  readonly position: Position
  readonly resolve: (reached: boolean) => void
  readonly timer: NodeJS.Timeout
}

/** Lets writers wait until the rows reach a position, each up to `timeout` milliseconds. */
export class PositionWaiters {
  readonly #timeout: number
  #waiters: Array<Waiter> = []

  constructor(timeout: number) {
    this.#timeout = timeout
  }

  /** Whether the position was reached in time. */
  waitFor(position: Position): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiters = this.#waiters.filter((waiter) => waiter.timer !== timer)
        resolve(false)
      }, this.#timeout)
      this.#waiters.push({ position, resolve, timer })
    })
  }

  /** To be called with each position that the rows reach. */
  reached(upTo: Position): void {
    if (this.#waiters.length === 0) return
    const still: Array<Waiter> = []
    for (const waiter of this.#waiters) {
      if (waiter.position > upTo) still.push(waiter)
      else {
        clearTimeout(waiter.timer)
        waiter.resolve(true)
      }
    }
    this.#waiters = still
  }

  /** Ends every wait without success. */
  giveUp(): void {
    for (const waiter of this.#waiters) {
      clearTimeout(waiter.timer)
      waiter.resolve(false)
    }
    this.#waiters = []
  }
}
