import { setTimeout as sleep } from 'node:timers/promises'
import type { Position, StoredEvent } from '@forgefold/core/kernel'
import type { ReceivedRecord } from './append-reassembly.js'
import { bufferedRecords } from './buffered-records.js'
import type { GuardedClient } from './client.js'
import { BUFFERED, OpenSubscription } from './open-subscription.js'
import { CHECKPOINT_EVERY } from './server-filter.js'
import { MIN_BACK_OFF_MS, type Timeouts } from './timeouts.js'

/** The most records kept for followers that lag; one that lags further uses a subscription of its own. */
const BUFFER_SIZE = 1024

interface SharedSource {
  readonly client: GuardedClient
  readonly timeouts: Timeouts
}

/** A follower of a shared subscription, at its own pace. */
export interface Cursor {
  /** The next records, at most this many; undefined if it fell too far behind, or the subscription has ended. */
  readonly take: (most: number) => ReadonlyArray<ReceivedRecord> | undefined
  /** Resolves when an append with a wanted event is available, when a search window has passed, or at the end. */
  readonly changed: () => Promise<void>
  readonly close: () => void
}

interface Member {
  readonly wanted: (event: StoredEvent) => boolean
  /** Counted over all records since the subscription began. */
  next: number
  hasWanted: boolean
  wake: () => void
}

/**
 * The live records of the whole history, from one subscription for all subscribers of a process: each record comes over the wire and is
 * decoded once for all subscribers. It runs while a subscriber wants every event (the read model does); others join it then. Memory is
 * bounded: slow subscribers are not waited for.
 */
export class SharedSubscription {
  readonly #source: SharedSource
  readonly #members = new Set<Member>()
  readonly #listeners = new Set<() => void>()
  #owners = 0
  #running: { readonly stopped: AbortController; readonly done: Promise<void> } | undefined
  #records: Array<ReceivedRecord> = []
  /** The index of the first buffered record. */
  #dropped = 0
  /** Every record after this position is buffered or still to come. */
  #after: Position | undefined
  #end: Position | undefined

  constructor(source: SharedSource) {
    this.#source = source
  }

  /**
   * Joins after a position up to which the caller has read everything; undefined if the records after it are no longer buffered. An owner
   * starts the subscription.
   */
  join(after: Position | undefined, wanted: (event: StoredEvent) => boolean, isOwner: boolean): Cursor | undefined {
    if (this.#running === undefined) {
      if (!isOwner) return undefined
      this.#begin(after)
    }
    if ((after ?? -1) < (this.#after ?? -1)) return undefined
    const member: Member = { wanted, next: this.#placeAfter(after), hasWanted: true, wake: () => undefined }
    this.#members.add(member)
    if (isOwner) this.#owners++
    return {
      take: (most) => this.#take(member, most),
      changed: () =>
        new Promise((resolve) => {
          member.wake = resolve
        }),
      close: () => {
        if (!this.#members.delete(member)) return
        member.wake()
        if (isOwner && --this.#owners === 0) this.#stop()
      },
    }
  }

  /** Calls back each time a subscription starts that can be joined; the returned function unsubscribes. */
  onBegin(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves when it has ended. */
  async close(): Promise<void> {
    const done = this.#running?.done
    this.#stop()
    await done
  }

  #begin(after: Position | undefined): void {
    const stopped = new AbortController()
    this.#records = []
    this.#dropped = 0
    this.#after = after
    this.#end = after
    this.#running = { stopped, done: this.#run(stopped.signal) }
    for (const listener of this.#listeners) listener()
  }

  #stop(): void {
    this.#running?.stopped.abort()
    this.#running = undefined
    for (const { wake } of this.#members) wake()
    this.#members.clear()
    this.#owners = 0
  }

  #placeAfter(after: Position | undefined): number {
    const index = after === undefined ? 0 : this.#records.findIndex(({ position }) => position > after)
    return this.#dropped + (index < 0 ? this.#records.length : index)
  }

  #take(member: Member, most: number): ReadonlyArray<ReceivedRecord> | undefined {
    if (!this.#members.has(member) || member.next < this.#dropped) return undefined
    const from = member.next - this.#dropped
    const taken = this.#records.slice(from, from + most)
    member.next += taken.length
    // The rest of an append that was started is waited for, wanted or not.
    member.hasWanted = from + taken.length < this.#records.length || taken.at(-1)?.more === true
    return taken
  }

  async #run(stopped: AbortSignal): Promise<void> {
    let backOff = MIN_BACK_OFF_MS
    while (!stopped.aborted) {
      const before = this.#end
      await this.#follow(stopped).catch(() => undefined)
      if (stopped.aborted) return
      backOff = this.#end === before ? Math.min(backOff * 2, this.#source.timeouts.maxBackOff) : MIN_BACK_OFF_MS
      await sleep(backOff, undefined, { signal: stopped }).catch(() => undefined)
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const { client, timeouts } = this.#source
    const open = new OpenSubscription(client, {
      after: this.#end,
      filter: undefined,
      confirmWithin: timeouts.readTimeout,
      signal,
    })
    try {
      while (!signal.aborted) {
        const changed = open.changed()
        const { arrived, drained } = bufferedRecords(open, this.#end, BUFFERED)
        this.#add(arrived)
        if (!drained) continue
        if (open.isBroken) return
        await changed
      }
    } finally {
      open.close()
    }
  }

  #add(arrived: ReadonlyArray<ReceivedRecord>): void {
    for (const record of arrived) {
      this.#records.push(record)
      this.#end = record.position
    }
    if (this.#records.length > 2 * BUFFER_SIZE) {
      const gone = this.#records.splice(0, this.#records.length - BUFFER_SIZE)
      this.#dropped += gone.length
      this.#after = gone.at(-1)?.position
    }
    for (const member of this.#members) if (this.#concerns(member, arrived)) member.wake()
  }

  #concerns(member: Member, arrived: ReadonlyArray<ReceivedRecord>): boolean {
    let isWhole = false
    for (const { event, more } of arrived) {
      if (!member.hasWanted && event !== undefined && member.wanted(event)) member.hasWanted = true
      isWhole ||= member.hasWanted && !more
    }
    return isWhole || this.#dropped + this.#records.length - member.next >= CHECKPOINT_EVERY
  }
}
