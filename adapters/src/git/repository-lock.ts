import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const BEAT_MS = 2000
/** Milliseconds without a heartbeat after which a holder counts as dead. */
const SILENT_MS = 10_000
/** Milliseconds after which a takeover file counts as left by a crash. */
const TAKEOVER_MS = 60_000
const MAX_POLL_MS = 50

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/** False if the operation fails with this error code. */
const unless = async (code: string, work: Promise<unknown>): Promise<boolean> => {
  try {
    await work
    return true
  } catch (error) {
    if (codeOf(error) === code) return false
    throw error
  }
}

interface Sign {
  /** The holder: machine, process id, and a random name of this run. */
  readonly holder: string
  readonly beat: number
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Whether a process of this machine has exited. */
const hasDied = (holder: string): boolean => {
  const [host, pid] = holder.split(' ')
  return host === hostname() && pid !== undefined && Number(pid) !== process.pid && !isAlive(Number(pid))
}

/**
 * RepositoryLocks on a folder that several servers share: of many that want one, one has it at a time.
 *
 * Each process keeps one file that it touches as long as it lives; a claim is a hard link to it, so it is made at once or not at all and
 * shows its holder's sign of life. One whose holder is dead on this machine, or stood still for ten seconds by the watcher's own clock, is
 * taken away. A holder that slept for longer is not stopped by this: refs still move by compare and swap only.
 */
export class RepositoryLocks {
  readonly #folder: string
  readonly #holder = `${hostname()} ${process.pid} ${randomUUID()}`
  readonly #life: string
  /** The locks that this process holds or is releasing. */
  readonly #held = new Map<string, symbol>()
  #ready: Promise<void> | undefined
  #beating: NodeJS.Timeout | undefined

  constructor(folder: string) {
    this.#folder = folder
    this.#life = join(folder, `life-${randomUUID()}`)
  }

  async #prepare(): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    await writeFile(this.#life, this.#holder)
    this.#beating = setInterval(() => {
      const now = new Date()
      // A failed heartbeat is made up for by the next.
      utimes(this.#life, now, now).catch(() => undefined)
    }, BEAT_MS).unref()
  }

  /** The current holder; undefined if there is none. */
  async #look(path: string): Promise<Sign | undefined> {
    try {
      const [holder, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)])
      return { holder, beat: mtimeMs }
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    }
  }

  /** Removes the claim of a dead holder; one process at a time, so that the claim of a successor is not removed. */
  async #bury(path: string, holder: string): Promise<void> {
    const guard = `${path}.takeover`
    if (!(await unless('EEXIST', mkdir(guard)))) {
      const since = await stat(guard).catch(() => undefined)
      if (since !== undefined && Date.now() - since.mtimeMs > TAKEOVER_MS) await rmdir(guard).catch(() => undefined)
      return
    }
    try {
      if ((await this.#look(path))?.holder === holder) await rm(path, { force: true })
    } finally {
      await rmdir(guard).catch(() => undefined)
    }
  }

  /** Acquires a free lock; returns its release function. */
  async tryTake(name: string): Promise<(() => Promise<void>) | undefined> {
    this.#ready ??= this.#prepare().catch((error: unknown) => {
      // A disk error is transient: the lock is tried again.
      this.#ready = undefined
      throw error
    })
    await this.#ready
    const path = join(this.#folder, name)
    if (!(await unless('EEXIST', link(this.#life, path)))) return undefined
    const taking = Symbol(name)
    this.#held.set(name, taking)
    return async () => {
      try {
        await rm(path, { force: true })
      } finally {
        if (this.#held.get(name) === taking) this.#held.delete(name)
      }
    }
  }

  /** Whether a claim is one of this process whose release failed. */
  #isLeftover(name: string, sign: Sign | undefined): boolean {
    return sign?.holder === this.#holder && !this.#held.has(name)
  }

  /** Waits for the lock; returns its release function. */
  async take(name: string): Promise<() => Promise<void>> {
    const path = join(this.#folder, name)
    let seen: Sign | undefined
    let since = performance.now()
    for (let wait = 1; ; wait = Math.min(2 * wait, MAX_POLL_MS)) {
      const giveBack = await this.tryTake(name)
      if (giveBack !== undefined) return giveBack
      const sign = await this.#look(path)
      if (this.#isLeftover(name, sign)) await rm(path, { force: true })
      if (sign?.holder !== seen?.holder || sign?.beat !== seen?.beat) since = performance.now()
      seen = sign
      const isGone = sign !== undefined && (hasDied(sign.holder) || performance.now() - since > SILENT_MS)
      if (isGone) await this.#bury(path, sign.holder)
      else await sleep(wait)
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#beating)
    if (this.#ready !== undefined) await rm(this.#life, { force: true })
  }
}
