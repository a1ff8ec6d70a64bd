import type { EventId, EventMetadata, Position, Revision, StoredEvent, StreamName } from '@forgefold/core/kernel'
import { APPENDED, FIELDS_PER_APPEND, FIELDS_PER_EVENT, type WriteRequest } from './messages.js'

/** An event out of the message that wrote it, as a reader of the log would find it; its texts are parsed when they are asked for. */
class WrittenEvent implements StoredEvent {
  readonly stream: StreamName
  readonly revision: Revision
  readonly position: Position
  private readonly request: WriteRequest
  private readonly at: number
  private parsedData: unknown = undefined
  private parsedMetadata: EventMetadata | undefined = undefined

  constructor(request: WriteRequest, at: number, stream: StreamName, revision: number, position: number) {
    this.request = request
    this.at = at
    this.stream = stream
    this.revision = revision as Revision
    this.position = position as Position
  }

  get id(): EventId {
    return this.request[this.at] as EventId
  }

  get type(): string {
    return this.request[this.at + 1] as string
  }

  get version(): number {
    return this.request[this.at + 2] as number
  }

  get data(): unknown {
    if (this.parsedData === undefined) this.parsedData = JSON.parse(this.request[this.at + 4] as string)
    return this.parsedData
  }

  get metadata(): EventMetadata {
    this.parsedMetadata ??= JSON.parse(this.request[this.at + 5] as string) as EventMetadata
    return this.parsedMetadata
  }

  /** All of it, as plain data. */
  toJSON(): StoredEvent {
    const { id, type, version, data, metadata, stream, revision, position } = this
    return { id, type, version, data, metadata, stream, revision, position }
  }
}

/** The events that a message wrote, added to `events`; `from` is where its outcomes begin, the answer is where the next message's do. */
export const addWritten = (
  request: WriteRequest,
  outcomes: ReadonlyArray<number>,
  from: number,
  events: Array<StoredEvent>,
): number => {
  let outcome = from
  for (let at = 0; at < request.length; outcome += 3) {
    const stream = request[at] as StreamName
    const count = request[at + FIELDS_PER_APPEND - 1] as number
    const first = at + FIELDS_PER_APPEND
    at = first + count * FIELDS_PER_EVENT
    if (outcomes[outcome] !== APPENDED) continue
    // The outcome tells of the last event of an append; its events lie together.
    const revision = (outcomes[outcome + 1] as number) - count + 1
    const position = (outcomes[outcome + 2] as number) - count + 1
    for (let index = 0; index < count; index++)
      events.push(
        new WrittenEvent(request, first + index * FIELDS_PER_EVENT, stream, revision + index, position + index),
      )
  }
  return outcome
}
