import { randomUUID } from 'node:crypto'
import type { EventId, NewEvent, Position, Revision, StreamName } from '@forgefold/core/kernel'
import { type AppendOutcome, type Expected, MAX_APPEND_BYTES } from '@forgefold/core/ports'
import { type EncodedEvent, encodeEvents, exceedsAppendLimit } from '../event-store/encoded-event.js'
import { checkExpectedRevision } from '../event-store/expected-revision.js'
import type { Answer } from './append-answer.js'
import type { GuardedClient } from './client.js'
import { eventData } from './event-data.js'
import type { Failure } from './failure.js'
import type { MarkedEvent, Reads } from './reads.js'
import { isTransient, withRetries } from './retries.js'

const unknown = (reason: string): AppendOutcome => ({ kind: 'OutcomeUnknown', reason })

const exactly = (expected: Revision | 'noStream'): number => (expected === 'noStream' ? -1 : expected)

const isExact = (expected: Expected): expected is Revision | 'noStream' =>
  expected !== 'any' && expected !== 'streamExists'

/** Nothing was written, unless the outcome of an earlier attempt is unknown. */
const outcomeOf = ({ kind, reason }: Failure, inDoubt: boolean): AppendOutcome =>
  kind === 'outcomeUnknown' || inDoubt ? unknown(reason) : { kind: 'Unavailable', reason }

/** Appends events through the client, and maps every outcome to the port's. */
export class Appends {
  readonly #client: GuardedClient
  readonly #reads: Reads
  readonly #timeout: number

  constructor(client: GuardedClient, reads: Reads, timeoutMilliseconds: number) {
    this.#client = client
    this.#reads = reads
    this.#timeout = timeoutMilliseconds
  }

  async append(stream: StreamName, events: ReadonlyArray<NewEvent>, expected: Expected): Promise<AppendOutcome> {
    const encoded = encodeEvents(events)
    if (exceedsAppendLimit(encoded)) return { kind: 'TooLarge', limit: MAX_APPEND_BYTES }
    if (encoded.length === 0) return this.#appendNothing(stream, expected)
    return isExact(expected)
      ? this.#appendAtRevision(stream, encoded, expected)
      : this.#appendWithoutRevision(stream, encoded, expected)
  }

  /** An append with an exact revision is idempotent, so transient failures are retried. */
  async #appendAtRevision(
    stream: StreamName,
    encoded: ReadonlyArray<EncodedEvent>,
    expected: Revision | 'noStream',
  ): Promise<AppendOutcome> {
    const events = eventData(encoded, { ids: 'fresh' })
    let inDoubt = false
    const answer = await withRetries(
      () => this.#client.append(stream, events, expected, this.#timeout),
      (tried) => {
        if (tried.kind !== 'Failed' || !isTransient(tried.failure)) return false
        if (tried.failure.kind === 'outcomeUnknown') inDoubt = true
        return !tried.timedOut
      },
    )
    switch (answer.kind) {
      case 'Written':
        return this.#written(stream, answer)
      case 'WrongRevision':
        return this.#alreadyWrittenOrConflict(stream, encoded, expected, answer.head)
      case 'TooLarge':
        return { kind: 'TooLarge', limit: answer.limit }
      case 'Failed':
        return outcomeOf(answer.failure, inDoubt)
    }
  }

  /** With `any` and `streamExists` only the server's cache of ids prevents duplicates, so there is a single attempt. */
  async #appendWithoutRevision(
    stream: StreamName,
    encoded: ReadonlyArray<EncodedEvent>,
    expected: Expected,
  ): Promise<AppendOutcome> {
    const attempt = randomUUID()
    const events = eventData(encoded, { ids: 'given', attempt })
    const answer = await withRetries(
      () => this.#client.append(stream, events, expected, this.#timeout),
      (tried) =>
        tried.kind === 'Failed' &&
        tried.timedOut !== true &&
        (tried.failure.kind === 'notLeader' || tried.failure.kind === 'unreachable'),
    )
    switch (answer.kind) {
      case 'Written': {
        const read = await this.#reads.marked(stream, answer.revision, 1)
        if (read.kind === 'Failed') return unknown(read.failure.reason)
        const [last] = read.items
        if (last === undefined) return unknown('the events are written but cannot be read yet')
        const { revision, position } = last.event
        return last.attempt === attempt
          ? { kind: 'Appended', revision, position }
          : { kind: 'AlreadyAppended', revision, position }
      }
      case 'WrongRevision':
        return { kind: 'Conflict', head: answer.head }
      case 'TooLarge':
        return { kind: 'TooLarge', limit: answer.limit }
      case 'Failed':
        return outcomeOf(answer.failure, false)
    }
  }

  async #written(stream: StreamName, answer: Extract<Answer, { kind: 'Written' }>): Promise<AppendOutcome> {
    if (answer.position !== undefined) return { kind: 'Appended', revision: answer.revision, position: answer.position }
    const read = await this.#reads.marked(stream, answer.revision, 1)
    const position = read.kind === 'Slice' ? read.items[0]?.event.position : undefined
    return position === undefined
      ? unknown('the server sent no position')
      : { kind: 'Appended', revision: answer.revision, position }
  }

  /** After a wrong expected revision: distinguishes a conflict from an append that was written before. */
  async #alreadyWrittenOrConflict(
    stream: StreamName,
    encoded: ReadonlyArray<EncodedEvent>,
    expected: Revision | 'noStream',
    head: Revision | undefined,
  ): Promise<AppendOutcome> {
    const conflict: AppendOutcome = { kind: 'Conflict', head }
    const first = exactly(expected) + 1
    if (head === undefined || exactly(expected) + encoded.length > head) return conflict
    const read = await withRetries(
      () => this.#reads.marked(stream, first as Revision, encoded.length),
      // A write may become readable a moment later.
      (slice) => slice.kind === 'Slice' && slice.items.length < encoded.length,
    )
    if (read.kind === 'Failed') return unknown(read.failure.reason)
    if (read.items.length < encoded.length) return unknown('an earlier append is written but cannot be read yet')
    const ids = encoded.map(({ id }) => id)
    const verdict = checkExpectedRevision(viewOf(read.items, first, head), expected, ids)
    if (verdict.kind !== 'AlreadyWritten') return conflict
    const position: Position | undefined = read.items.at(-1)?.event.position
    return { kind: 'AlreadyAppended', revision: verdict.revision as Revision, position }
  }

  /** An empty append only checks its expectation, by a read instead of an empty transaction. */
  async #appendNothing(stream: StreamName, expected: Expected): Promise<AppendOutcome> {
    const read = await this.#reads.stream(stream, { direction: 'backwards', limit: 1 })
    if (read.kind === 'Unavailable') return read
    const head = read.kind === 'Read' ? read.head : undefined
    const verdict = checkExpectedRevision(viewOf([], 0, head ?? -1), expected, [])
    if (verdict.kind !== 'AlreadyWritten') return { kind: 'Conflict', head }
    const position = read.kind === 'Read' ? read.events[0]?.position : undefined
    return { kind: 'AlreadyAppended', revision: verdict.revision as Revision, position }
  }
}

const viewOf = (items: ReadonlyArray<MarkedEvent>, first: number, head: number) => ({
  head,
  hasEventAt: (revision: number, id: EventId): boolean => items[revision - first]?.event.id === id,
  revisionOf: (): undefined => undefined,
})
