import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A temporary folder that a forge and its forks have together: it goes with the last of them. */
export class FamilyFolder {
  readonly #path: string
  #members = 0
  #places = 0

  private constructor(path: string) {
    this.#path = path
  }

  static async make(): Promise<FamilyFolder> {
    return new FamilyFolder(await mkdtemp(join(tmpdir(), 'forgefold-test-')))
  }

  join(): void {
    this.#members += 1
  }

  /** A place that nobody has had yet; nothing is there. */
  place(): string {
    this.#places += 1
    return join(this.#path, String(this.#places))
  }

  async leave(): Promise<void> {
    this.#members -= 1
    if (this.#members === 0) await rm(this.#path, { recursive: true, force: true })
  }
}
