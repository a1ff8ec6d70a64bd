import type { Claims } from './claims.js'
import type { Desk } from './desk.js'

/** Packs what has piled up. Unreachable objects stay in the packs that hold them: nothing is ever pruned. */
export const maintain = async (desk: Desk): Promise<void> => {
  if (!(await desk.present())) return
  await desk.run(['pack-refs', '--all', '--prune'])
  await desk.run(['repack', '-d', '-l', '-q', '--geometric=2'])
  await desk.run(['commit-graph', 'write', '--reachable', '--split', '--no-progress'])
}

/** Counts writes by repository and packs after so many, one pass at a time. */
export class Upkeep {
  private readonly writes = new Map<number, number>()
  private readonly running = new Map<number, Promise<void>>()

  constructor(
    private readonly desk: (repository: number) => Desk,
    private readonly claims: Claims,
    private readonly every: number,
  ) {}

  wrote(repository: number): void {
    const count = (this.writes.get(repository) ?? 0) + 1
    if (count < this.every || this.running.has(repository)) this.writes.set(repository, count)
    // A failed pass costs nothing but speed; the next one comes.
    else this.now(repository).catch(() => undefined)
  }

  now(repository: number): Promise<void> {
    const known = this.running.get(repository)
    if (known !== undefined) return known
    this.writes.delete(repository)
    const pass = this.pass(repository).finally(() => this.running.delete(repository))
    this.running.set(repository, pass)
    return pass
  }

  /** Of several servers one packs a repository at a time; another finds its work done. */
  private async pass(repository: number): Promise<void> {
    const giveBack = await this.claims.tryTake(`${repository}-upkeep`)
    if (giveBack === undefined) return
    try {
      await maintain(this.desk(repository))
    } finally {
      await giveBack()
    }
  }

  /** Resolves when no pass is under way. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.running.values())
  }
}
