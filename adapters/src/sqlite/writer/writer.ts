import { categoryOf, type Position, type Revision, type StoredEvent, type StreamName } from '@forgefold/core/kernel'
import type { AppendOutcome, Expected } from '@forgefold/core/ports'
import type { EncodedEvent } from '../../event-store/encoded-event.js'
import {
  ALREADY_APPENDED,
  APPENDED,
  CONFLICT,
  expectedCode,
  OUTCOME_UNKNOWN,
  type WriteReply,
  type WriteRequest,
} from './messages.js'
import { WriterThread } from './thread.js'
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
  #thread: WriterThread | undefined
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

  append(stream: StreamName, events: ReadonlyArray<EncodedEvent>, expected: Expected, settle: Settle): void {
    const waiting = this.#waiting
    waiting.push(stream, categoryOf(stream), expectedCode(expected), events.length)
    for (const event of events) waiting.push(event.id, event.type, event.version, event.at, event.data, event.metadata)
    this.#unsent.push(settle)
    this.#waitingEvents += events.length
    if (this.#waitingEvents >= SEND_EVENTS) this.#send()
    else if (this.#sent.length === 0) this.#sendSoon()
  }

  /** Waits for pending appends and closes the log. */
  async close(): Promise<void> {
    if (this.#sent.length + this.#unsent.length > 0)
      await new Promise<void>((resolve) => {
        this.#idle = resolve
      })
    await this.#thread?.close()
    this.#thread = undefined
  }

  /** Those who append in the same turn of the loop share a message, however many promises each of them has behind it. */
  #sendSoon(): void {
    if (this.#flushing) return
    this.#flushing = true
    process.nextTick(() => {
      this.#flushing = false
      if (this.#unsent.length > 0) this.#send()
    })
  }

  #send(): void {
    this.#thread ??= this.#open()
    this.#thread.keepAlive(true)
    for (const settle of this.#unsent) this.#sent.push(settle)
    this.#thread.post(this.#waiting)
    this.#messages.push(this.#waiting)
    this.#unsent = []
    this.#waiting = []
    this.#waitingEvents = 0
  }

  #open(): WriterThread {
    return WriterThread.open(this.#path, {
      receive: (reply) => this.#receive(reply),
      lost: (reason) => this.#lost(reason),
    })
  }

  #receive({ outcomes, reason = '' }: WriteReply): void {
    const settled = this.#sent.splice(0, outcomes.length / 3)
    this.#committed(this.#written(outcomes))
    for (const [index, settle] of settled.entries()) {
      const at = index * 3
      settle(outcomeOf(outcomes[at] as number, outcomes[at + 1] as number, outcomes[at + 2] as number, reason))
    }
    if (this.#sent.length > 0) return
    this.#thread?.keepAlive(false)
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
    this.#thread = undefined
    const lost = this.#sent
    this.#sent = []
    this.#messages = []
    for (const settle of lost) settle({ kind: 'OutcomeUnknown', reason })
    if (this.#unsent.length > 0) this.#sendSoon()
    else this.#idle?.()
  }
}
