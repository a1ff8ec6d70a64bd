import type { Forge } from '@forgefold/core/app'
import type { PointInTime } from '@forgefold/core/audit'
import { RequestQueue } from './request-queue.js'

/** The instance as of one point in its history, read-only. */
export interface HistoricalForge {
  readonly forge: Forge
  /** Frees memory and files. */
  readonly close: () => Promise<void>
}

/** A forge of the pool that a request reads. */
export interface AcquiredForge {
  readonly forge: Forge
  /** To be called when the request has ended. */
  readonly release: () => void
}

export interface HistoricalForgePoolOptions {
  readonly open: (point: PointInTime) => Promise<HistoricalForge>
  /** The most that are open at the same time. */
  readonly capacity: number
  /** The most that are being opened at the same time, one per caller. */
  readonly opening: number
  /** The most waiting requests of one caller. */
  readonly waiting: number
  /** Milliseconds after which an unused forge is closed. */
  readonly idle: number
}

interface Entry {
  readonly forge: Promise<HistoricalForge>
  users: number
  /** No longer in the map: closed when its last user releases it. */
  isOutdated: boolean
  timer: NodeJS.Timeout | undefined
}

/** Milliseconds to wait for a release while all are in use. */
const ACQUIRE_TIMEOUT_MS = 10_000
const POLL_MS = 20

/** Forges as of points in the past, opened on demand, shared by requests, and closed when unused for a while or when another one needs the place. */
export class HistoricalForgePool {
  readonly #options: HistoricalForgePoolOptions
  readonly #queue: RequestQueue
  /** In order of last use, the oldest first. */
  readonly #open = new Map<string, Entry>()
  #closing = false

  constructor(options: HistoricalForgePoolOptions) {
    this.#options = options
    this.#queue = new RequestQueue(options.opening, options.waiting)
  }

  /** How many are open or being opened. */
  get size(): number {
    return this.#open.size
  }

  /** `tooMany`: the caller has too many waiting requests; `busy`: all are in use. Rejects where the forge cannot be opened. */
  async acquire(point: PointInTime, caller: string): Promise<AcquiredForge | 'tooMany' | 'busy'> {
    const key = `${point.position} ${point.at ?? ''}`
    const known = this.#open.get(key)
    if (known !== undefined) return this.#use(key, known)
    const leaveQueue = await this.#queue.acquire(caller)
    if (leaveQueue === undefined) return 'tooMany'
    try {
      // Another request may have opened it meanwhile.
      const opened = this.#open.get(key) ?? (await this.#add(key, point))
      return opened === undefined ? 'busy' : await this.#use(key, opened)
    } finally {
      leaveQueue()
    }
  }

  async #add(key: string, point: PointInTime): Promise<Entry | undefined> {
    const end = performance.now() + ACQUIRE_TIMEOUT_MS
    while (this.#open.size >= this.#options.capacity && !(await this.#closeIdle())) {
      if (this.#closing || performance.now() > end) return undefined
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    if (this.#closing) return undefined
    const known = this.#open.get(key)
    if (known !== undefined) return known
    const entry: Entry = { forge: this.#options.open(point), users: 0, isOutdated: false, timer: undefined }
    this.#open.set(key, entry)
    entry.forge.catch(() => this.#open.delete(key))
    return entry
  }

  async #use(key: string, entry: Entry): Promise<AcquiredForge> {
    entry.users++
    clearTimeout(entry.timer)
    if (!entry.isOutdated) {
      this.#open.delete(key)
      this.#open.set(key, entry)
    }
    let isInUse = true
    const release = (): void => {
      if (!isInUse) return
      isInUse = false
      entry.users--
      if (entry.users > 0) return
      clearTimeout(entry.timer)
      if (entry.isOutdated) return void this.#end(entry)
      entry.timer = setTimeout(() => void this.#close(key, entry), this.#options.idle).unref()
    }
    try {
      return { forge: (await entry.forge).forge, release }
    } catch (error) {
      release()
      this.#open.delete(key)
      throw error
    }
  }

  /** False where all are in use. */
  async #closeIdle(): Promise<boolean> {
    for (const [key, entry] of this.#open) {
      if (entry.users > 0) continue
      await this.#close(key, entry)
      return true
    }
    return false
  }

  async #close(key: string, entry: Entry): Promise<void> {
    if (entry.users > 0 || this.#open.get(key) !== entry) return
    this.#open.delete(key)
    await this.#end(entry)
  }

  async #end(entry: Entry): Promise<void> {
    clearTimeout(entry.timer)
    await entry.forge.then(
      (forge) => forge.close(),
      () => undefined,
    )
  }

  /** Closes all that are open, those in use when they are released; later requests get new ones. */
  async clear(): Promise<void> {
    const open = [...this.#open.values()]
    this.#open.clear()
    for (const entry of open) {
      entry.isOutdated = true
      if (entry.users === 0) await this.#end(entry)
    }
  }

  /** Closes all, those in use included. */
  async close(): Promise<void> {
    this.#closing = true
    const open = [...this.#open.values()]
    this.#open.clear()
    for (const { timer } of open) clearTimeout(timer)
    await Promise.allSettled(open.map(async ({ forge }) => (await forge).close()))
  }
}
