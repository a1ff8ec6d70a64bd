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

  async of(directory: string): Promise<boolean> {
    const now = performance.now()
    if (now - (this.#seen.get(directory) ?? Number.NEGATIVE_INFINITY) < BELIEVED) return true
    const isThere = await isRepository(directory)
    if (this.#seen.size >= 1000) this.#seen.clear()
    if (isThere) this.#seen.set(directory, now)
    else this.#seen.delete(directory)
    return isThere
  }

  /** To be told when a repository has gone. */
  forget(directory: string): void {
    this.#seen.delete(directory)
  }
}
