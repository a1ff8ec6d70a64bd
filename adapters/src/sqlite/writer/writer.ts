import type { Worker } from 'node:worker_threads'
import { categoryOf, type Position, type Revision, type StoredEvent, type StreamName } from '@forgefold/core/kernel'
import type { AppendOutcome, Expected } from '@forgefold/core/ports'
import type { EncodedEvent } from '../../event-store/encoded-event.js'
import { startWorker } from '../../workers/start-worker.js'
import {
  ALREADY_APPENDED,
  APPENDED,
  CONFLICT,
  expectedCode,
  OUTCOME_UNKNOWN,
  type WriteReply,
  type WriteRequest,
  type WriterMessage,
  type WriterStart,
} from './messages.js'
import { collectWrittenEvents } from './written-event.js'

type Settle = (outcome: AppendOutcome) => void

/** As soon as this many events wait they are sent, also while an earlier batch is under way: encoding and writing overlap. */
const SEND_EVENTS = 24

const outcomeOf = (kind: number, revision: number, position: number, reason: string): AppendOutcome => {
  switch (kind) {
    case APPENDED:
      return { kind: 'Appended', revision: revision as Revision, position: position as Position }
    case ALREADY_APPENDED:
      return {
        kind: 'AlreadyAppended',
        revision: revision as Revision,
        position: position === 0 ? undefined : (position as Position),
      }
    case CONFLICT:
      return { kind: 'Conflict', head: revision < 0 ? undefined : (revision as Revision) }
    case OUTCOME_UNKNOWN:
      return { kind: 'OutcomeUnknown', reason }
    default:
      return { kind: 'Unavailable', reason }
  }
}

/** The near side of the writer thread: gathers appends into messages and hands their outcomes back. */
export class Writer {
  readonly #path: string
  /** Called after each commit with what it wrote, before any writer hears of it. */
  readonly #committed: (events: ReadonlyArray<StoredEvent>) => void
  #thread: Worker | undefined
  #signal = new Int32Array(new SharedArrayBuffer(4))
  #waiting: Array<string | number> = []
  #waitingEvents = 0
  #unsent: Array<Settle> = []
  #sent: Array<Settle> = []
  #messages: Array<WriteRequest> = []
  #flushing = false
  #idle: (() => void) | undefined

  constructor(path: string, committed: (events: ReadonlyArray<StoredEvent>) => void) {
    this.#path = path
    this.#committed = committed
  }

  append(stream: StreamName, events: ReadonlyArray<EncodedEvent>, expected: Expected): Promise<AppendOutcome> {
    return new Promise((resolve) => {
      const waiting = this.#waiting
      waiting.push(stream, categoryOf(stream), expectedCode(expected), events.length)
      for (const event of events)
        waiting.push(event.id, event.type, event.version, event.at, event.data, event.metadata)
      this.#unsent.push(resolve)
      this.#waitingEvents += events.length
      if (this.#waitingEvents >= SEND_EVENTS) this.#send()
      else if (this.#sent.length === 0) this.#sendSoon()
    })
  }

  /** Waits for pending appends and ends the thread. */
  async close(): Promise<void> {
    if (this.#sent.length + this.#unsent.length > 0)
      await new Promise<void>((resolve) => {
        this.#idle = resolve
      })
    const thread = this.#thread
    if (thread === undefined) return
    const ended = new Promise((resolve) => thread.once('exit', resolve))
    thread.ref()
    this.#post(thread, 'close')
    await ended
  }

  /** Those who append in the same turn of the loop share a message. */
  #sendSoon(): void {
    if (this.#flushing) return
    this.#flushing = true
    queueMicrotask(() => {
      this.#flushing = false
      if (this.#unsent.length > 0) this.#send()
    })
  }

  #send(): void {
    const thread = this.#thread ?? this.#start()
    thread.ref()
    for (const settle of this.#unsent) this.#sent.push(settle)
    this.#post(thread, this.#waiting)
    this.#messages.push(this.#waiting)
    this.#unsent = []
    this.#waiting = []
    this.#waitingEvents = 0
  }

  #post(thread: Worker, message: WriterMessage): void {
    thread.postMessage(message)
    Atomics.add(this.#signal, 0, 1)
    Atomics.notify(this.#signal, 0)
  }

  #start(): Worker {
    this.#signal = new Int32Array(new SharedArrayBuffer(4))
    const workerData: WriterStart = { path: this.#path, signal: this.#signal }
    const thread = startWorker(new URL('./writer-thread.js', import.meta.url), { workerData })
    this.#thread = thread
    thread.on('message', (reply: WriteReply) => this.#receive(reply))
    thread.on('error', (error) => this.#lost(error.message))
    thread.on('exit', () => this.#lost('the writer thread ended'))
    return thread
  }

  #receive({ outcomes, reason = '' }: WriteReply): void {
    const settled = this.#sent.splice(0, outcomes.length / 3)
    this.#committed(this.#written(outcomes))
    for (const [index, settle] of settled.entries()) {
      const at = index * 3
      settle(outcomeOf(outcomes[at] as number, outcomes[at + 1] as number, outcomes[at + 2] as number, reason))
    }
    if (this.#sent.length > 0) return
    this.#thread?.unref()
    if (this.#unsent.length > 0) this.#sendSoon()
    else this.#idle?.()
  }

  /** A reply answers whole messages, in their order. */
  #written(outcomes: ReadonlyArray<number>): ReadonlyArray<StoredEvent> {
    const events: Array<StoredEvent> = []
    let answered = 0
    for (let outcome = 0; outcome < outcomes.length; answered++)
      outcome = collectWrittenEvents(this.#messages[answered] as WriteRequest, outcomes, outcome, events)
    this.#messages.splice(0, answered)
    return events
  }

  /** The thread is gone: what it had may or may not be written; the next append starts another. */
  #lost(reason: string): void {
    if (this.#thread === undefined) return
    this.#thread = undefined
    const lost = this.#sent
    this.#sent = []
    this.#messages = []
    for (const settle of lost) settle({ kind: 'OutcomeUnknown', reason })
    if (this.#unsent.length > 0) this.#sendSoon()
    else this.#idle?.()
  }
}
