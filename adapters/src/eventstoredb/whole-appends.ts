import type { Position, StoredEvent } from '@forgefold/core/kernel'

/** A record that came: undefined where nobody wants its event. */
export interface ReceivedRecord {
  readonly position: Position
  readonly event: StoredEvent | undefined
  /** Its append goes on with the next record. */
  readonly more: boolean
}

/** What may be handed over. */
export interface Whole {
  readonly events: ReadonlyArray<StoredEvent>
  /** Undefined: nothing is whole yet. */
  readonly upTo: Position | undefined
}

/**
 * Puts appends together again that come record by record: an append is all or nothing for readers too, so whoever hears of its first
 * event may rely on all of it being there. Only one that is larger than `most` records comes in parts, so that memory stays bounded.
 */
export class WholeAppends {
  readonly #most: number
  #open: Array<ReceivedRecord> = []

  constructor(most: number) {
    this.#most = most
  }

  /** How many records wait for the rest of their append. */
  get held(): number {
    return this.#open.length
  }

  /** The end of what has come, whole or not. */
  get end(): Position | undefined {
    return this.#open.at(-1)?.position
  }

  /** Forgets what was begun: it comes again. */
  clear(): void {
    this.#open = []
  }

  /** Takes what came and gives what is whole. */
  take(arrived: ReadonlyArray<ReceivedRecord>): Whole {
    const all = [...this.#open, ...arrived]
    const end = all.findLastIndex(({ more }) => !more)
    const last = end < 0 && all.length >= this.#most ? all.length - 1 : end
    this.#open = all.slice(last + 1)
    const whole = all.slice(0, last + 1)
    return { events: whole.flatMap(({ event }) => event ?? []), upTo: whole.at(-1)?.position }
  }
}
