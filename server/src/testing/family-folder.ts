import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A temporary folder shared by a forge and its forks; it is deleted with the last of them. */
export class FamilyFolder {
  readonly #path: string
  #members = 0
  #places = 0

  private constructor(path: string) {
    this.#path = path
  }

  /** At once: a turn of another thread takes many times as long as making a folder. */
  static make(): FamilyFolder {
    return new FamilyFolder(mkdtempSync(join(tmpdir(), 'forgefold-test-')))
  }

  join(): void {
    this.#members += 1
  }

  /** A path below it that was never used; nothing exists there. */
  place(): string {
    this.#places += 1
    return join(this.#path, String(this.#places))
  }

  async leave(): Promise<void> {
    this.#members -= 1
    if (this.#members === 0) await rm(this.#path, { recursive: true, force: true })
  }
}
