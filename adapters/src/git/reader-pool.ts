import { ObjectReader } from './object-reader.js'

const IDLE_MILLISECONDS = 30_000

/** At most so many repositories have an object reader running; the one unused longest makes room. */
export class ReaderPool {
  private readonly readers = new Map<string, ObjectReader>()
  private readonly sweeper: NodeJS.Timeout

  constructor(
    private readonly env: Readonly<Record<string, string>>,
    private readonly cwd: string,
    private readonly places: number,
  ) {
    this.sweeper = setInterval(() => this.sweep(), IDLE_MILLISECONDS / 2)
    this.sweeper.unref()
  }

  of(gitDirectory: string): ObjectReader {
    const known = this.readers.get(gitDirectory)
    if (known !== undefined) {
      this.readers.delete(gitDirectory)
      this.readers.set(gitDirectory, known)
      return known
    }
    if (this.readers.size >= this.places) this.makeRoom()
    const reader = new ObjectReader({ ...this.env, GIT_DIR: gitDirectory }, this.cwd)
    this.readers.set(gitDirectory, reader)
    return reader
  }

  private makeRoom(): void {
    for (const [key, reader] of this.readers) {
      if (reader.busy) continue
      this.drop(key)
      return
    }
  }

  drop(gitDirectory: string): void {
    this.readers.get(gitDirectory)?.close()
    this.readers.delete(gitDirectory)
  }

  private sweep(): void {
    const limit = Date.now() - IDLE_MILLISECONDS
    for (const [key, reader] of this.readers) if (!reader.busy && reader.lastUsed < limit) this.drop(key)
  }

  close(): void {
    clearInterval(this.sweeper)
    for (const key of [...this.readers.keys()]) this.drop(key)
  }
}
