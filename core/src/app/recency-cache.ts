/**
 * A cache of recently used entries: at most `capacity` entries (two where that is one), or entries of that total weight. It keeps at least the
 * most recently used half of that.
 *
 * It has two generations: a used entry moves to the young one, and when that is full it replaces the old one. Most hits cost one look-up,
 * where an exact order of use would cost a deletion and an insertion each.
 */
export class RecencyCache<Key, Value> {
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()
  readonly #half: number
  /** Of the young generation. */
  #weight = 0

  constructor(
    capacity: number,
    private readonly weightOf: (value: Value) => number = () => 1,
  ) {
    this.#half = Math.max(1, Math.floor(capacity / 2))
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: Key, value: Value): void {
    this.#old.delete(key)
    const before = this.#young.get(key)
    const grows = this.weightOf(value) - (before === undefined ? 0 : this.weightOf(before))
    if (before === undefined && this.#weight + grows > this.#half) {
      this.#old = this.#young
      this.#young = new Map()
      this.#weight = 0
    }
    this.#young.set(key, value)
    this.#weight += grows
  }

  delete(key: Key): void {
    const young = this.#young.get(key)
    if (young !== undefined) this.#weight -= this.weightOf(young)
    this.#young.delete(key)
    this.#old.delete(key)
  }

  clear(): void {
    if (this.#young.size > 0) this.#young.clear()
    if (this.#old.size > 0) this.#old.clear()
    this.#weight = 0
  }
}
