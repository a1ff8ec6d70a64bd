import { KeyedMutex } from '@forgefold/core/app'
import type { MaintenanceTask } from '@forgefold/core/ports'
import { checkOf } from './fsck.js'
import type { RepositoryContext } from './repository-context.js'
import type { RepositoryLocks } from './repository-lock.js'
import { removeStaleFiles } from './stale-files.js'

/** Few packs, each at least twice as large as the following ones together: cheap for repositories of any size. */
const PACK_ANEW = ['repack', '-d', '-l', '-q', '--geometric=2']

/** One pack with everything, with bitmaps for fast clones. */
const PACK_WHOLE = ['repack', '-a', '-d', '-k', '-l', '-q', '--write-bitmap-index']

/** Packs loose objects and small packs. Unreachable objects are kept: nothing is ever pruned. */
const maintain = async (context: RepositoryContext, how: MaintenanceTask, signal: AbortSignal): Promise<void> => {
  if (!(await context.present())) return
  await context.run(['pack-refs', '--all', '--prune'])
  await context.run(how === 'incremental' ? PACK_ANEW : PACK_WHOLE, { signal })
  const graph = how === 'gc' ? [] : ['--split']
  await context.run(['commit-graph', 'write', '--reachable', ...graph, '--no-progress'], { signal })
  if (how === 'gc') await removeStaleFiles(context.directory)
}

type Work<A> = (context: RepositoryContext, signal: AbortSignal) => Promise<A>

/** Repacks and checks repositories, one pass at a time for each. */
export class Maintenance {
  private readonly turns = new KeyedMutex()
  private readonly running = new Set<Promise<unknown>>()
  private readonly waiting = new Map<string, Promise<void>>()
  private cancellation = new AbortController()

  constructor(
    private readonly context: (repository: number) => RepositoryContext,
    private readonly locks: RepositoryLocks,
  ) {}

  /** Joins a pass that is queued but not started, so that repeated requests run once. */
  now(repository: number, how: MaintenanceTask): Promise<void> {
    const key = `${repository} ${how}`
    const known = this.waiting.get(key)
    if (known !== undefined) return known
    const begun = (): void => {
      if (this.waiting.get(key) === pass) this.waiting.delete(key)
    }
    const pass: Promise<void> = this.inTurn(repository, (context, signal) => {
      begun()
      return maintain(context, how, signal)
    }).finally(begun)
    this.waiting.set(key, pass)
    return pass
  }

  /** Runs alone: packs removed during a check would look like damage. */
  async check(repository: number): Promise<ReadonlyArray<string>> {
    return (await this.inTurn(repository, checkOf)) ?? []
  }

  private inTurn<A>(repository: number, work: Work<A>): Promise<A | undefined> {
    const { signal } = this.cancellation
    const pass = this.turns.run(`${repository}`, () => this.alone(repository, work, signal))
    this.running.add(pass)
    const done = (): void => {
      this.running.delete(pass)
    }
    pass.then(done, done)
    return pass
  }

  /** Undefined if another server runs the same pass, or if it was aborted. */
  private async alone<A>(repository: number, work: Work<A>, signal: AbortSignal): Promise<A | undefined> {
    const giveBack = signal.aborted ? undefined : await this.locks.tryTake(`${repository}-upkeep`)
    if (giveBack === undefined) return undefined
    try {
      return await work(this.context(repository), signal)
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    } finally {
      await giveBack()
    }
  }

  /** Aborts running and queued passes; later ones run as usual. */
  giveUp(): void {
    if (this.running.size === 0) return
    this.waiting.clear()
    this.cancellation.abort()
    this.cancellation = new AbortController()
  }

  /** Resolves when no pass is under way. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.running)
  }
}
