import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { openForWriting } from '../connection.js'
import { EventLogWriter } from './event-log-writer.js'
import { groupCommit } from './group-commit.js'
import type { WriteRequest, WriterStart } from './messages.js'

/** The thread that owns the writing connection: here an fsync may block, because nothing else runs here. */
const MOST_MESSAGES_AT_ONCE = 64

const port = parentPort
if (port === null) throw new Error('the event log is written in a worker thread')

const connection = openForWriting((workerData as WriterStart).path, { synchronous: 'FULL' })
const writer = new EventLogWriter(connection)

port.on('message', (first: WriteRequest | 'close') => {
  const requests: Array<WriteRequest> = []
  let next: WriteRequest | 'close' | undefined = first
  while (next !== undefined && next !== 'close') {
    requests.push(next)
    next =
      requests.length === MOST_MESSAGES_AT_ONCE
        ? undefined
        : (receiveMessageOnPort(port)?.message as WriteRequest | 'close' | undefined)
  }
  if (requests.length > 0) port.postMessage(groupCommit(writer, requests))
  if (next !== 'close') return
  connection.close()
  port.close()
})
