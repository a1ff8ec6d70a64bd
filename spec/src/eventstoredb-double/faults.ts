import { Recurring } from './recurring.js'
import type { Refusal } from './refusal.js'

/** What goes wrong with an append. */
export type AppendFault =
  /** Answers that the stream is at another revision, whatever is true; nothing is written. */
  | { readonly kind: 'conflict'; readonly head?: number }
  /** Refused; nothing is written. */
  | Refusal
  | { readonly kind: 'tooBig' }
  /** Takes the append and says nothing; written where `written` says so. */
  | { readonly kind: 'neverAnswer'; readonly written: boolean }
  /** Writes at once, answers so much later. */
  | { readonly kind: 'answerLate'; readonly milliseconds: number }
  /** Kills the connection before or after the write; no answer. */
  | { readonly kind: 'dropConnection'; readonly written: boolean }
  /** Ends a batch stream as if all were well, without the answer (a single append fails as unknown). */
  | { readonly kind: 'halfClose' }
  /** Answers a batch under an unknown correlation id. */
  | { readonly kind: 'strangerAnswer' }

/** What goes wrong with a read or a subscription. */
export type ReadFault =
  | Refusal
  /** Accepts and says nothing. */
  | { readonly kind: 'neverAnswer' }
  /** Kills the connection after so many events. */
  | { readonly kind: 'dropConnection'; readonly afterEvents: number }

/** The knobs: each armed fault strikes so many calls in the order in which they arrive, then all is well again. */
export class Faults {
  #appends: Array<AppendFault> = []
  #reads: Array<ReadFault> = []
  #recurringAppends: Recurring<AppendFault> | undefined
  #recurringReads: Recurring<ReadFault> | undefined
  #slowness = 0
  #lateGossip = 0
  #latency = 0
  #silent = false
  #mute = 0
  readonly #listeners = new Set<() => void>()

  /** The next `times` appends. */
  append(fault: AppendFault, times = 1): void {
    for (let n = 0; n < times; n++) this.#appends.push(fault)
  }

  /** The next `times` reads or subscriptions. */
  read(fault: ReadFault, times = 1): void {
    for (let n = 0; n < times; n++) this.#reads.push(fault)
  }

  /**
   * From now on appends, and reads or subscriptions, meet these in their turn, ever more rarely; `clear` ends it.
   * Calls are counted, not milliseconds: as much goes wrong on a busy machine as on an idle one.
   */
  recur(appends: ReadonlyArray<AppendFault>, reads: ReadonlyArray<ReadFault>): void {
    this.#recurringAppends = new Recurring(appends)
    this.#recurringReads = new Recurring(reads)
  }

  /** From now on every message of every read waits so long; 0 ends it. */
  slowReads(milliseconds: number): void {
    this.#slowness = milliseconds
  }

  /** The next `times` questions about the cluster or the server's features are refused. */
  refuseGossip(times = 1): void {
    this.#lateGossip += times
  }

  /** From now on everything takes so long each way, to the node and back; 0 ends it. */
  delay(milliseconds: number): void {
    this.#latency = milliseconds
  }

  /** The next `times` connections are taken, and nothing ever passes on them, as by a balancer that has lost its node. */
  mute(times = 1): void {
    this.#mute += times
  }

  /**
   * The node falls silent as if its process were stopped: connections are taken, nothing is read and nothing answered, pings included.
   * `false` lets it go on where it was; what was sent meanwhile arrives.
   */
  silent(on = true): void {
    this.#silent = on
    for (const listener of this.#listeners) listener()
  }

  /** Ends every fault. */
  clear(): void {
    this.#latency = 0
    this.silent(false)
    this.#appends = []
    this.#reads = []
    this.#recurringAppends = undefined
    this.#recurringReads = undefined
    this.#slowness = 0
    this.#lateGossip = 0
    this.#mute = 0
  }

  /** How many armed faults have not struck yet. */
  get armed(): number {
    return this.#appends.length + this.#reads.length + this.#lateGossip
  }

  takeAppend(): AppendFault | undefined {
    return this.#appends.shift() ?? this.#recurringAppends?.next()
  }

  takeRead(): ReadFault | undefined {
    return this.#reads.shift() ?? this.#recurringReads?.next()
  }

  takeMute(): boolean {
    if (this.#mute === 0) return false
    this.#mute--
    return true
  }

  takeGossip(): boolean {
    if (this.#lateGossip === 0) return false
    this.#lateGossip--
    return true
  }

  get slowness(): number {
    return this.#slowness
  }

  get latency(): number {
    return this.#latency
  }

  get isSilent(): boolean {
    return this.#silent
  }

  /** Calls back when the node falls silent or goes on, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
