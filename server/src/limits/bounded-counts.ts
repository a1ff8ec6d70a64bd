import { createHash, randomInt } from 'node:crypto'

/** How often a key was counted in its window, and when that window ends. */
export interface Counted {
  readonly count: number
  readonly endsAt: number
}

/** An event to count; times in any one unit. */
export interface CountedHit {
  readonly key: string
  /** Who causes it: an address or a user. Without room for its key, it is counted together with others of its shard. */
  readonly source: string
  /** A key that was counted this often keeps its place until its window ends. */
  readonly limit: number
  /** When the window ends if it starts now. */
  readonly endsAt: number
  readonly now: number
}

interface Window {
  count: number
  endsAt: number
  limit: number
}

const SHARDS = 256
/** Longer keys are stored as digests, which bounds the memory of a key. */
const MAX_KEY_LENGTH = 200
/** The load after eviction. */
const KEPT_SHARE = 0.75

const nameOf = (key: string): string =>
  key.length <= MAX_KEY_LENGTH ? key : createHash('sha256').update(key).digest('base64')

/**
 * Counts by key within windows, in bounded memory.
 *
 * When it is full, the keys counted least are evicted first, and never one that has reached its limit: a flood of new keys
 * evicts only those new keys. If all have reached their limits, new keys are counted together, in shards by source.
 */
export class BoundedCounts {
  readonly #most: number
  readonly #seed = randomInt(2 ** 31)
  readonly #own = new Map<string, Window>()
  readonly #shards = new Map<number, Window>()
  /** Until then eviction would find nothing. */
  #fullUntil = Number.NEGATIVE_INFINITY

  /** `most` keys are counted separately. */
  constructor(most: number) {
    this.#most = most
  }

  /** How many keys are counted separately. */
  get size(): number {
    return this.#own.size
  }

  hit(hit: CountedHit): Counted {
    const name = nameOf(hit.key)
    const known = this.#own.get(name)
    if (known === undefined && this.#own.size >= this.#most && !this.#makeRoom(hit.now)) return this.#hitShard(hit)
    if (known === undefined || known.endsAt <= hit.now) {
      const begun = { count: 1, endsAt: hit.endsAt, limit: hit.limit }
      this.#own.set(name, begun)
      return begun
    }
    known.count += 1
    known.limit = hit.limit
    return known
  }

  /** Uncounts an event that turned out to be none. */
  giveBack({ key, source }: Pick<CountedHit, 'key' | 'source'>): void {
    const window = this.#own.get(nameOf(key)) ?? this.#shards.get(this.#shardOf(source))
    if (window !== undefined && window.count > 0) window.count -= 1
  }

  #hitShard({ source, limit, endsAt, now }: CountedHit): Counted {
    const at = this.#shardOf(source)
    const known = this.#shards.get(at)
    if (known !== undefined && known.endsAt > now) {
      known.count += 1
      return known
    }
    const begun = { count: 1, endsAt, limit }
    this.#shards.set(at, begun)
    return begun
  }

  /** Seeded, so that the assignment of sources to shards cannot be predicted. */
  #shardOf(source: string): number {
    let hash = this.#seed
    for (let index = 0; index < source.length; index++) hash = Math.imul(hash ^ source.charCodeAt(index), 0x01000193)
    return (hash >>> 8) % SHARDS
  }

  #makeRoom(now: number): boolean {
    if (now < this.#fullUntil) return false
    for (const [name, { endsAt }] of this.#own) if (endsAt <= now) this.#own.delete(name)
    const excess = this.#own.size - Math.floor(this.#most * KEPT_SHARE)
    if (excess > 0) this.#dropLeast(excess)
    const hasRoom = this.#own.size < this.#most
    if (!hasRoom) this.#fullUntil = Math.min(...[...this.#own.values()].map(({ endsAt }) => endsAt))
    return hasRoom
  }

  /** Evicts this many of those below their limits, the least counted first, among these the oldest. */
  #dropLeast(excess: number): void {
    const numbers = new Map<number, number>()
    for (const { count, limit } of this.#own.values())
      if (count < limit) numbers.set(count, (numbers.get(count) ?? 0) + 1)
    const counts = [...numbers.keys()].sort((a, b) => a - b)
    let left = excess
    for (const least of counts) {
      if (left <= 0) return
      for (const [name, { count, limit }] of this.#own) {
        if (left <= 0) return
        if (count !== least || count >= limit) continue
        this.#own.delete(name)
        left -= 1
      }
    }
  }
}
