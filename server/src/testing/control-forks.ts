import { shown } from '../embedding/known-names.js'
import type { TestForge } from './test-forge.js'

/** Forks that a test in another language makes, by URL; they end with the forge, or before. */
export class KeptForks {
  readonly #open = new Map<string, TestForge>()

  keep(fork: TestForge): TestForge {
    this.#open.set(fork.url, fork)
    return fork
  }

  /** Throws a sentence with the URLs that there are. */
  async close(url: string): Promise<void> {
    const fork = this.#open.get(url)
    if (fork === undefined)
      throw new RangeError(
        `there is no fork at ${shown(url)}; there are ${[...this.#open.keys()].join(', ') || 'none'}`,
      )
    this.#open.delete(url)
    await fork.close()
  }

  async closeAll(): Promise<void> {
    const forks = [...this.#open.values()]
    this.#open.clear()
    await Promise.all(forks.map((fork) => fork.close()))
  }
}
