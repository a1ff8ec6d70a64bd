import { access } from 'node:fs/promises'
import { join } from 'node:path'

/** Milliseconds for which the existence of a repository is cached. */
const CACHE_MS = 100

export const isRepository = (directory: string): Promise<boolean> =>
  access(join(directory, 'HEAD')).then(
    () => true,
    () => false,
  )

/** Whether repositories exist on disk; concurrent queries share one look-up. */
export class RepositoryExistence {
  readonly #seen = new Map<string, number>()
  readonly #looking = new Map<string, Promise<boolean>>()

  async of(directory: string): Promise<boolean> {
    if (this.#isBelieved(directory)) return true
    const looking = this.#looking.get(directory)
    // Only existence is cached: a missing repository may be created at any time.
    return (looking !== undefined && (await looking)) || this.#look(directory)
  }

  #isBelieved(directory: string): boolean {
    const seen = this.#seen.get(directory)
    return seen !== undefined && performance.now() - seen < CACHE_MS
  }

  #look(directory: string): Promise<boolean> {
    const now = performance.now()
    const looking = isRepository(directory).then((isThere) => {
      if (this.#looking.get(directory) === looking) this.#looking.delete(directory)
      if (this.#seen.size >= 1000) this.#seen.clear()
      if (isThere) this.#seen.set(directory, now)
      else this.#seen.delete(directory)
      return isThere
    })
    this.#looking.set(directory, looking)
    return looking
  }

  /** Called when a repository was removed. */
  forget(directory: string): void {
    this.#seen.delete(directory)
  }
}
