import type {
  EventId,
  EventMetadata,
  KeptDecoding,
  Position,
  Revision,
  StoredEvent,
  StreamName,
} from '@forgefold/core/kernel'
import { APPENDED, FIELDS_PER_APPEND, FIELDS_PER_EVENT, type WriteRequest } from './messages.js'

interface Place {
  readonly stream: StreamName
  readonly revision: number
  readonly position: number
}

/** An event out of the message that wrote it, as a reader of the log would find it; its texts are parsed when they are asked for. */
class WrittenEvent implements StoredEvent {
  readonly stream: StreamName
  readonly revision: Revision
  readonly position: Position
  /** Some thirty subscribers get it, of which several decode it. */
  readonly decoding: KeptDecoding = { by: undefined, decoded: undefined }
  private readonly request: WriteRequest
  private readonly at: number
  /** Of the events of the same append; undefined in that one itself. */
  private readonly first: WrittenEvent | undefined
  private parsedData: unknown = undefined
  private parsedMetadata: EventMetadata | undefined = undefined

  constructor(request: WriteRequest, at: number, place: Place, first: WrittenEvent | undefined) {
    const { stream, revision, position } = place
    this.request = request
    this.at = at
    this.first = first
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
    this.parsedMetadata ??= this.sharedMetadata() ?? (JSON.parse(this.request[this.at + 5] as string) as EventMetadata)
    return this.parsedMetadata
  }

  /** Events of one command carry the same text, which is parsed once. */
  private sharedMetadata(): EventMetadata | undefined {
    const { first, request } = this
    return first !== undefined && request[first.at + 5] === request[this.at + 5] ? first.metadata : undefined
  }

  /** All of it, as plain data. */
  toJSON(): StoredEvent {
    const { id, type, version, data, metadata, stream, revision, position } = this
    return { id, type, version, data, metadata, stream, revision, position }
  }
}

/** The events that a message wrote, added to `events`; `from` is where its outcomes begin, the answer is where the next message's do. */
export const collectWrittenEvents = (
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
    let begin: WrittenEvent | undefined
    for (let index = 0; index < count; index++) {
      const place = { stream, revision: revision + index, position: position + index }
      const event = new WrittenEvent(request, first + index * FIELDS_PER_EVENT, place, begin)
      begin ??= event
      events.push(event)
    }
  }
  return outcome
}
