import { access } from 'node:fs/promises'
import { join } from 'node:path'

/** For so many milliseconds a repository that was there is believed to be there still. */
const BELIEVED = 100

export const isRepository = (directory: string): Promise<boolean> =>
  access(join(directory, 'HEAD')).then(
    () => true,
    () => false,
  )

/** Which repositories are there: asked by every question to git, looked up once for those that come together. */
export class Presence {
  readonly #seen = new Map<string, number>()
  readonly #looking = new Map<string, Promise<boolean>>()

  async of(directory: string): Promise<boolean> {
    if (this.#isBelieved(directory)) return true
    const looking = this.#looking.get(directory)
    // That it was there counts for all who wait; that it was not may have changed since that question.
    return (looking !== undefined && (await looking)) || this.#look(directory)
  }

  #isBelieved(directory: string): boolean {
    const seen = this.#seen.get(directory)
    return seen !== undefined && performance.now() - seen < BELIEVED
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

  /** To be told when a repository has gone. */
  forget(directory: string): void {
    this.#seen.delete(directory)
  }
}
