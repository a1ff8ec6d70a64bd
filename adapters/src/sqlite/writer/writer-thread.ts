import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { type Connection, openForWriting } from '../connection.js'
import { EventLogWriter } from './event-log-writer.js'
import { groupCommit } from './group-commit.js'
import type { ThreadReply, ThreadStart, WriteRequest, WriterMessage } from './messages.js'

/** The thread that owns the writing connection: here an fsync may block, because nothing else runs here. */
const MAX_MESSAGES_PER_COMMIT = 64

const port = parentPort
if (port === null) throw new Error('the event log is written in a worker thread')

const { signal } = workerData as ThreadStart

interface OpenLog {
  readonly connection: Connection
  readonly writer: EventLogWriter
}

const open = (path: string): OpenLog => {
  const connection = openForWriting(path, { synchronous: 'FULL' })
  return { connection, writer: new EventLogWriter(connection) }
}

/** The near side reads until the end, so that this connection is not the last one: closing it would leave the write-ahead log to the next start. */
const close = ({ connection }: OpenLog): void => {
  connection.pragma('busy_timeout = 0')
  connection.pragma('wal_checkpoint(TRUNCATE)')
  connection.close()
}

const take = (): WriterMessage | undefined => receiveMessageOnPort(port)?.message as WriterMessage | undefined
const answer = (reply: ThreadReply): void => port.postMessage(reply)
const isWrite = (message: WriterMessage | undefined): message is WriteRequest => Array.isArray(message)

let log: OpenLog | undefined

/** The messages in turn: each says which log is open from then on. */
const follow = (message: Exclude<WriterMessage, WriteRequest>): void => {
  if (message !== 'close') {
    log = open(message.path)
    return
  }
  if (log !== undefined) close(log)
  log = undefined
  answer('closed')
}

/** Does all that has come. */
const drain = (): void => {
  for (let message = take(); message !== undefined; ) {
    if (!isWrite(message)) {
      follow(message)
      message = take()
      continue
    }
    const requests: Array<WriteRequest> = []
    for (; isWrite(message) && requests.length < MAX_MESSAGES_PER_COMMIT; message = take()) requests.push(message)
    if (log !== undefined) answer(groupCommit(log.writer, requests))
  }
}

// Not by events of the port: to be woken out of a wait takes half the time of a turn of the event loop, and there is nothing else to do.
for (let seen = 0; ; ) {
  // Returns at once where something was sent since it was last looked.
  Atomics.wait(signal, 0, seen)
  seen = Atomics.load(signal, 0)
  drain()
}
