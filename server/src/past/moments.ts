import type { Forge } from '@forgefold/core/app'
import { Line } from './line.js'
import type { Place } from './place.js'

/** The instance as it was at one place of its history, read-only. */
export interface Moment {
  readonly forge: Forge
  /** Frees memory and files. */
  readonly close: () => Promise<void>
}

/** A moment that somebody looks at. */
export interface Held {
  readonly forge: Forge
  /** To be called once it is no longer looked at. */
  readonly release: () => void
}

export interface MomentsOptions {
  readonly open: (place: Place) => Promise<Moment>
  /** Open at a time. */
  readonly most: number
  /** Made at a time; one of each caller. */
  readonly building: number
  /** Requests of one caller that wait for theirs to be made. */
  readonly waiting: number
  /** Milliseconds that a moment nobody looks at stays open. */
  readonly idle: number
}

interface Entry {
  readonly moment: Promise<Moment>
  users: number
  /** No longer in the map: closed when the last user leaves. */
  isOutdated: boolean
  timer: NodeJS.Timeout | undefined
}

/** Milliseconds to wait for somebody to stop looking where all that may be open are looked at. */
const PATIENCE_MS = 10_000
const LOOK_AGAIN_MS = 20

/** Moments of the past, made when they are asked for and kept for a while: so many open, so many being made, and each caller in turn. */
export class Moments {
  readonly #options: MomentsOptions
  readonly #line: Line
  /** The one used longest ago first. */
  readonly #open = new Map<string, Entry>()
  #closing = false

  constructor(options: MomentsOptions) {
    this.#options = options
    this.#line = new Line(options.building, options.waiting)
  }

  /** How many are open or being made. */
  get size(): number {
    return this.#open.size
  }

  /** `tooMany`: the caller waits for enough of them already; `busy`: all are looked at. Rejects where one cannot be made. */
  async hold(place: Place, caller: string): Promise<Held | 'tooMany' | 'busy'> {
    const key = `${place.position} ${place.at ?? ''}`
    const known = this.#open.get(key)
    if (known !== undefined) return this.#use(key, known)
    const leave = await this.#line.enter(caller)
    if (leave === undefined) return 'tooMany'
    try {
      // Somebody else may have made it meanwhile.
      const made = this.#open.get(key) ?? (await this.#make(key, place))
      return made === undefined ? 'busy' : await this.#use(key, made)
    } finally {
      leave()
    }
  }

  async #make(key: string, place: Place): Promise<Entry | undefined> {
    const end = performance.now() + PATIENCE_MS
    while (this.#open.size >= this.#options.most && !(await this.#closeIdle())) {
      if (this.#closing || performance.now() > end) return undefined
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    }
    if (this.#closing) return undefined
    const known = this.#open.get(key)
    if (known !== undefined) return known
    const entry: Entry = { moment: this.#options.open(place), users: 0, isOutdated: false, timer: undefined }
    this.#open.set(key, entry)
    entry.moment.catch(() => this.#open.delete(key))
    return entry
  }

  async #use(key: string, entry: Entry): Promise<Held> {
    entry.users++
    clearTimeout(entry.timer)
    if (!entry.isOutdated) {
      this.#open.delete(key)
      this.#open.set(key, entry)
    }
    let isHeld = true
    const release = (): void => {
      if (!isHeld) return
      isHeld = false
      entry.users--
      if (entry.users > 0) return
      clearTimeout(entry.timer)
      if (entry.isOutdated) return void this.#end(entry)
      entry.timer = setTimeout(() => void this.#close(key, entry), this.#options.idle).unref()
    }
    try {
      return { forge: (await entry.moment).forge, release }
    } catch (error) {
      release()
      this.#open.delete(key)
      throw error
    }
  }

  /** False where each is looked at. */
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
    await entry.moment.then(
      (moment) => moment.close(),
      () => undefined,
    )
  }

  /** Each that is open is closed, those that are looked at as soon as they are not; who asks from now on gets one made anew. */
  async clear(): Promise<void> {
    const open = [...this.#open.values()]
    this.#open.clear()
    for (const entry of open) {
      entry.isOutdated = true
      if (entry.users === 0) await this.#end(entry)
    }
  }

  /** Closes all; what is looked at ends. */
  async close(): Promise<void> {
    this.#closing = true
    const open = [...this.#open.values()]
    this.#open.clear()
    for (const { timer } of open) clearTimeout(timer)
    await Promise.allSettled(open.map(async ({ moment }) => (await moment).close()))
  }
}
