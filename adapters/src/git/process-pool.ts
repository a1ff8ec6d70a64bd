import type { LongLivedProcess } from './long-lived-process.js'

const IDLE_MILLISECONDS = 30_000

/** A pool of long-lived processes, one for each repository; the least recently used one is closed to make room. */
export class ProcessPool<Process extends LongLivedProcess> {
  private readonly processes = new Map<string, Process>()
  private readonly sweeper: NodeJS.Timeout

  constructor(
    private readonly make: (gitDirectory: string) => Process,
    private readonly places: number,
  ) {
    this.sweeper = setInterval(() => this.sweep(), IDLE_MILLISECONDS / 2)
    this.sweeper.unref()
  }

  of(gitDirectory: string): Process {
    const known = this.processes.get(gitDirectory)
    if (known !== undefined) {
      this.processes.delete(gitDirectory)
      this.processes.set(gitDirectory, known)
      return known
    }
    if (this.processes.size >= this.places) this.makeRoom()
    const made = this.make(gitDirectory)
    this.processes.set(gitDirectory, made)
    return made
  }

  private makeRoom(): void {
    for (const [key, process] of this.processes) {
      if (process.busy) continue
      this.drop(key)
      return
    }
  }

  drop(gitDirectory: string): void {
    this.processes.get(gitDirectory)?.close()
    this.processes.delete(gitDirectory)
  }

  private sweep(): void {
    const limit = Date.now() - IDLE_MILLISECONDS
    for (const [key, process] of this.processes) if (!process.busy && process.lastUsed < limit) this.drop(key)
  }

  close(): void {
    clearInterval(this.sweeper)
    for (const key of [...this.processes.keys()]) this.drop(key)
  }
}
