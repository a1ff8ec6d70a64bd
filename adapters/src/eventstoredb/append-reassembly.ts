import type { Position, StoredEvent } from '@forgefold/core/kernel'

/** A received record; its event is undefined if the filter excludes it. */
export interface ReceivedRecord {
  readonly position: Position
  readonly event: StoredEvent | undefined
  /** Whether its append continues with the next record. */
  readonly more: boolean
}

/** Events of complete appends. */
export interface ReassembledAppends {
  readonly events: ReadonlyArray<StoredEvent>
  /** The last position of them; undefined if no append is complete yet. */
  readonly upTo: Position | undefined
}

/**
 * Puts appends together again that come record by record: an append is all or nothing for readers too, so a reader that receives its first
 * event may rely on all of it being there. Only one that is larger than `most` records comes in parts, so that memory stays bounded.
 */
export class AppendReassembly {
  readonly #most: number
  #open: Array<ReceivedRecord> = []

  constructor(most: number) {
    this.#most = most
  }

  /** The number of records that wait for the rest of their append. */
  get held(): number {
    return this.#open.length
  }

  /** The position of the last record, complete or not. */
  get end(): Position | undefined {
    return this.#open.at(-1)?.position
  }

  /** Drops an incomplete append, which will be received again. */
  clear(): void {
    this.#open = []
  }

  /** Adds records and returns the events of the appends that they complete. */
  take(arrived: ReadonlyArray<ReceivedRecord>): ReassembledAppends {
    const all = [...this.#open, ...arrived]
    const end = all.findLastIndex(({ more }) => !more)
    const last = end < 0 && all.length >= this.#most ? all.length - 1 : end
    this.#open = all.slice(last + 1)
    const whole = all.slice(0, last + 1)
    return { events: whole.flatMap(({ event }) => event ?? []), upTo: whole.at(-1)?.position }
  }
}
