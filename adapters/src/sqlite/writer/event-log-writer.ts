import type { Category, EventId, Revision, StreamName } from '@forgefold/core/kernel'
import type { Expected } from '@forgefold/core/ports'
import { checkExpectedRevision, type StreamView } from '../../event-store/expected-revision.js'
import { type Connection, sameFileCheck } from '../connection.js'
import {
  ALREADY_APPENDED,
  ANY,
  APPENDED,
  CONFLICT,
  FIELDS_PER_APPEND,
  FIELDS_PER_EVENT,
  NO_STREAM,
  STREAM_EXISTS,
  type WriteRequest,
} from './messages.js'
import { prepareWrites, type WriteStatements } from './write-statements.js'

interface KnownStream {
  readonly key: number
  readonly category: number
  head: number
}

/** One append inside a request: its events are `count` groups of fields from `first` on. */
interface Append {
  readonly name: StreamName
  readonly category: Category
  readonly request: WriteRequest
  readonly first: number
  readonly count: number
}

const MAX_KNOWN_STREAMS = 100_000

const expectedOf = (code: number): Expected => {
  switch (code) {
    case NO_STREAM:
      return 'noStream'
    case ANY:
      return 'any'
    case STREAM_EXISTS:
      return 'streamExists'
    default:
      return code as Revision
  }
}

/** Writes appends into the event log; each transaction holds as many as its caller gives it. */
export class EventLogWriter {
  readonly #sql: WriteStatements
  readonly #streams = new Map<string, KnownStream>()
  readonly #categories = new Map<string, number>()
  readonly #types = new Map<string, number>()
  readonly #checkFile: () => void
  #dataVersion: unknown

  constructor(connection: Connection) {
    this.#sql = prepareWrites(connection)
    this.#checkFile = sameFileCheck(connection.name)
  }

  /** Takes the write lock; drops cached heads of streams where another process has written since. Throws where the file was removed. */
  begin(): void {
    this.#checkFile()
    this.#sql.begin.run()
    const version = this.#sql.dataVersion.get()
    if (version !== this.#dataVersion) this.#forget()
    this.#dataVersion = version
  }

  commit(): void {
    this.#sql.commit.run()
  }

  /** Rolls back the transaction; no error if SQLite has done so already. */
  rollback(): void {
    this.#forget()
    try {
      this.#sql.rollback.run()
    } catch {
      // There is no transaction any more.
    }
  }

  /** Evaluates and writes every append of a request in the open transaction; adds three numbers for each to `outcomes`. */
  write(request: WriteRequest, outcomes: Array<number>): void {
    for (let at = 0; at < request.length; ) at = this.#append(request, at, outcomes)
  }

  #forget(): void {
    this.#streams.clear()
    this.#categories.clear()
    this.#types.clear()
  }

  #append(request: WriteRequest, at: number, outcomes: Array<number>): number {
    const expected = request[at + 2] as number
    const append: Append = {
      name: request[at] as StreamName,
      category: request[at + 1] as Category,
      request,
      first: at + FIELDS_PER_APPEND,
      count: request[at + 3] as number,
    }
    const stream = this.#find(append.name)
    // The common case at once; everything else by the table.
    if (expected === (stream?.head ?? -1) && append.count > 0) this.#insert(append, stream, outcomes)
    else this.#appendIfExpected(append, stream, expected, outcomes)
    return append.first + append.count * FIELDS_PER_EVENT
  }

  #appendIfExpected(append: Append, stream: KnownStream | undefined, expected: number, outcomes: Array<number>): void {
    const { request, first, count } = append
    const ids = Array.from({ length: count }, (_, index) => request[first + index * FIELDS_PER_EVENT] as EventId)
    const verdict = checkExpectedRevision(this.#view(stream), expectedOf(expected), ids)
    if (verdict.kind === 'Write') this.#insert(append, stream, outcomes)
    else if (verdict.kind === 'Conflict') outcomes.push(CONFLICT, stream?.head ?? -1, 0)
    else {
      const position = stream === undefined ? undefined : this.#sql.positionOf.get(stream.key, verdict.revision)
      outcomes.push(ALREADY_APPENDED, verdict.revision, position ?? 0)
    }
  }

  #view(stream: KnownStream | undefined): StreamView {
    if (stream === undefined) return { head: -1, hasEventAt: () => false, revisionOf: () => undefined }
    return {
      head: stream.head,
      hasEventAt: (revision, id) => this.#sql.hasEventAt.get(stream.key, revision, id) !== undefined,
      revisionOf: (id) => this.#sql.revisionOf.get(stream.key, id) ?? undefined,
    }
  }

  #insert(append: Append, known: KnownStream | undefined, outcomes: Array<number>): void {
    const { request, first, count } = append
    const stream = known ?? this.#create(append)
    const { key, category } = stream
    let position: number | bigint = 0
    for (let event = 0; event < count; event++) {
      const at = first + event * FIELDS_PER_EVENT
      stream.head++
      position = this.#sql.addEvent.run(
        key,
        stream.head,
        category,
        this.#type(request[at + 1] as string, request[at + 2] as number),
        request[at + 3],
        request[at],
        request[at + 4],
        request[at + 5],
      ).lastInsertRowid
    }
    outcomes.push(APPENDED, stream.head, Number(position))
  }

  #find(name: StreamName): KnownStream | undefined {
    const known = this.#streams.get(name)
    if (known !== undefined) return known
    const found = this.#sql.findStream.get(name)
    if (found !== undefined) this.#remember(name, found)
    return found
  }

  #remember(name: StreamName, stream: KnownStream): void {
    if (this.#streams.size >= MAX_KNOWN_STREAMS) this.#streams.clear()
    this.#streams.set(name, stream)
  }

  #create({ name, category: categoryName }: Append): KnownStream {
    const category = this.#category(categoryName)
    const key = Number(this.#sql.addStream.run(category, name).lastInsertRowid)
    const stream = { key, category, head: -1 }
    this.#remember(name, stream)
    return stream
  }

  #category(name: string): number {
    const known = this.#categories.get(name)
    if (known !== undefined) return known
    const key = this.#sql.findCategory.get(name) ?? Number(this.#sql.addCategory.run(name).lastInsertRowid)
    this.#categories.set(name, key)
    return key
  }

  #type(name: string, version: number): number {
    const known = this.#types.get(`${version} ${name}`)
    if (known !== undefined) return known
    const key = this.#sql.findType.get(name, version) ?? Number(this.#sql.addType.run(name, version).lastInsertRowid)
    this.#types.set(`${version} ${name}`, key)
    return key
  }
}
