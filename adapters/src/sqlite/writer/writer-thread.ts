import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { openForWriting } from '../connection.js'
import { EventLogWriter } from './event-log-writer.js'
import { groupCommit } from './group-commit.js'
import type { WriteRequest, WriterMessage, WriterStart } from './messages.js'

/** The thread that owns the writing connection: here an fsync may block, because nothing else runs here. */
const MAX_MESSAGES_PER_COMMIT = 64

const port = parentPort
if (port === null) throw new Error('the event log is written in a worker thread')

const { path, signal } = workerData as WriterStart
const connection = openForWriting(path, { synchronous: 'FULL' })
const writer = new EventLogWriter(connection)

const take = (): WriterMessage | undefined => receiveMessageOnPort(port)?.message as WriterMessage | undefined

/** Writes all that has come; false once the near side wants to close. */
const drain = (): boolean => {
  for (let message = take(); message !== undefined; message = take()) {
    const requests: Array<WriteRequest> = []
    for (; message !== undefined && message !== 'close'; message = take()) {
      requests.push(message)
      if (requests.length === MAX_MESSAGES_PER_COMMIT) break
    }
    if (requests.length > 0) port.postMessage(groupCommit(writer, requests))
    if (message === 'close') return false
  }
  return true
}

// Not by events of the port: to be woken out of a wait takes half the time of a turn of the event loop, and there is nothing else to do.
for (let seen = 0; ; ) {
  // Returns at once where something was sent since it was last looked.
  Atomics.wait(signal, 0, seen)
  seen = Atomics.load(signal, 0)
  if (!drain()) break
}
// The near side reads until the end, so that this connection is not the last one: closing it would leave the write-ahead log to the next start.
connection.pragma('busy_timeout = 0')
connection.pragma('wal_checkpoint(TRUNCATE)')
connection.close()
port.close()
