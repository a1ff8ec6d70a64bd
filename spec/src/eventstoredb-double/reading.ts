import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import type { handleServerStreamingCall, ServerWritableStream } from '@grpc/grpc-js'
import { Checkpoints } from './checkpoints.js'
import type { ReadFault } from './faults.js'
import { indexAt, walkAll, walkStream } from './log-walk.js'
import { type Node, pause, refusalOf } from './node.js'
import { type ReadRequest, readRequestIn } from './read-request.js'
import type { LogRecord } from './record.js'
import { invalidArgumentError, refusalError, streamDeletedError } from './refusal.js'
import { identifierOf, ReadResp, UUID } from './wire.js'

type Response = InstanceType<typeof ReadResp>

const TICKS_PER_MILLISECOND = 10_000

const eventResponse = (record: LogRecord): Response => {
  const recorded = new ReadResp.ReadEvent.RecordedEvent()
    .setId(new UUID().setString(record.id))
    .setStreamIdentifier(identifierOf(record.stream))
    .setStreamRevision(String(record.revision))
    .setCommitPosition(String(record.position))
    .setPreparePosition(String(record.position))
    .setCustomMetadata(record.customMetadata)
    .setData(record.data)
  recorded.getMetadataMap().set('type', record.type)
  recorded.getMetadataMap().set('content-type', record.contentType)
  recorded.getMetadataMap().set('created', String(record.created * TICKS_PER_MILLISECOND))
  const event = new ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(String(record.position))
  return new ReadResp().setEvent(event)
}

const checkpointResponse = (position: number): Response => {
  const checkpoint = new ReadResp.Checkpoint()
  return new ReadResp().setCheckpoint(
    checkpoint.setCommitPosition(String(position)).setPreparePosition(String(position)),
  )
}

/** One reader: writes messages as fast as it takes them and an armed fault lets it. */
class Reader {
  readonly #node: Node
  readonly #call: ServerWritableStream<ReadReq, Response>
  readonly #over = new AbortController()
  #eventsLeft: number

  constructor(node: Node, call: ServerWritableStream<ReadReq, Response>, fault: ReadFault | undefined) {
    this.#node = node
    this.#call = call
    this.#eventsLeft = fault?.kind === 'dropConnection' ? fault.afterEvents : Infinity
    const ended = node.note('read', call.metadata)
    const over = (): void => {
      this.#over.abort()
      ended()
    }
    call.once('cancelled', over)
    call.once('close', over)
    call.on('error', over)
  }

  get over(): boolean {
    return this.#over.signal.aborted
  }

  async #send(response: Response): Promise<void> {
    const { slowness } = this.#node.faults
    if (slowness > 0) await pause(slowness, this.#over.signal)
    if (this.over || this.#call.write(response)) return
    await once(this.#call, 'drain', { signal: this.#over.signal }).catch(() => undefined)
  }

  async #event(record: LogRecord): Promise<void> {
    if (this.#eventsLeft-- <= 0) {
      this.#node.drop(this.#call.getPeer())
      this.#over.abort()
      return
    }
    await this.#send(eventResponse(record))
  }

  async read(request: ReadRequest): Promise<void> {
    const { log } = this.#node
    if (request.stream !== undefined && request.from === 'end' && !request.backwards) {
      this.#call.emit('error', invalidArgumentError('A stream cannot be read forwards from its end.'))
      return
    }
    let records = request.stream === undefined ? walkAll(log, request) : undefined
    if (request.stream !== undefined) {
      const { state, records: ofStream, first } = log.readable(request.stream)
      if (state === 'tombstoned') {
        this.#call.emit('error', streamDeletedError(request.stream))
        return
      }
      if (state !== 'live') {
        const missing = new ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(request.stream))
        await this.#send(new ReadResp().setStreamNotFound(missing))
        this.#call.end()
        return
      }
      records = walkStream(ofStream, first, request)
    }
    for (const record of records ?? []) {
      if (this.over) return
      await this.#event(record)
    }
    if (!this.over) this.#call.end()
  }

  /** History after the given place, caught up, then what comes; filtered ones are told how far was looked. */
  async subscribe(request: ReadRequest): Promise<void> {
    const { stream, from, filter } = request
    const { log } = this.#node
    const confirmation = new ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID())
    await this.#send(new ReadResp().setConfirmation(confirmation))
    const records = (): ReadonlyArray<LogRecord> => (stream === undefined ? log.records : log.stream(stream))
    let next = from === 'start' ? 0 : from === 'end' ? records().length : this.#after(records(), stream, from)
    const checkpoints = filter === undefined ? undefined : new Checkpoints(filter.checkpointEvery)
    if (checkpoints !== undefined && from === 'start') await this.#send(checkpointResponse(0))
    let live = false
    while (!this.over) {
      const record = records()[next]
      if (record === undefined) {
        // To look and to listen must be one step, or a write in between would be missed.
        const written = this.#nextWrite()
        if (!live) {
          live = true
          checkpoints?.goLive()
          await this.#send(new ReadResp().setCaughtUp(new ReadResp.CaughtUp()))
        }
        if (this.#tombstoned(stream)) return
        await written
        continue
      }
      next++
      const matched = await this.#pass(record, request)
      const reached = checkpoints?.[live ? 'afterLive' : 'afterHistory'](record.position, matched)
      if (reached !== undefined) await this.#send(checkpointResponse(reached))
    }
  }

  /** True where the record was told. */
  async #pass(record: LogRecord, { stream, filter }: ReadRequest): Promise<boolean> {
    if (stream !== undefined && record.revision < this.#node.log.readable(stream).first) return false
    const matched = filter === undefined || filter.matches(record)
    if (matched) await this.#event(record)
    return matched
  }

  /** A stream that is gone for ever ends its subscriptions. */
  #tombstoned(stream: string | undefined): boolean {
    if (stream === undefined || this.#node.log.readable(stream).state !== 'tombstoned') return false
    this.#call.emit('error', streamDeletedError(stream))
    return true
  }

  /** A subscription begins after the place it names, where a read begins with it. */
  #after(records: ReadonlyArray<LogRecord>, stream: string | undefined, from: number): number {
    if (stream !== undefined) return from + 1
    const index = indexAt(records, from)
    return records[index]?.position === from ? index + 1 : index
  }

  #nextWrite(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        stop()
        this.#over.signal.removeEventListener('abort', done)
        resolve()
      }
      const stop = this.#node.log.onWrite(done)
      this.#over.signal.addEventListener('abort', done)
      if (this.over) done()
    })
  }
}

/** `Streams/Read`: reads and subscriptions alike. */
export const read =
  (node: Node): handleServerStreamingCall<ReadReq, Response> =>
  (call) => {
    const fault = node.faults.takeRead()
    const reader = new Reader(node, call, fault)
    const refusal = refusalOf(node, call.metadata)
    const request = readRequestIn(call.request.getOptions())
    if (fault?.kind === 'neverAnswer') return
    if (fault !== undefined && fault.kind !== 'dropConnection') call.emit('error', refusalError(fault))
    else if (refusal !== undefined) call.emit('error', refusalError(refusal))
    else if (request === undefined) call.emit('error', invalidArgumentError('This cannot be read.'))
    else void (request.count === undefined ? reader.subscribe(request) : reader.read(request))
  }
