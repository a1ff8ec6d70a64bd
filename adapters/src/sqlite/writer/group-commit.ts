import { isBusy, sleepSync } from '../connection.js'
import type { EventLogWriter } from './event-log-writer.js'
import {
  FIELDS_PER_APPEND,
  FIELDS_PER_EVENT,
  OUTCOME_UNKNOWN,
  UNAVAILABLE,
  type WriteReply,
  type WriteRequest,
} from './messages.js'

const BUSY_TRIES = 10

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The same request with one append in each. */
const singly = (requests: ReadonlyArray<WriteRequest>): ReadonlyArray<WriteRequest> =>
  requests.flatMap((request) => {
    const single: Array<WriteRequest> = []
    for (let at = 0; at < request.length; ) {
      const next = at + FIELDS_PER_APPEND + (request[at + FIELDS_PER_APPEND - 1] as number) * FIELDS_PER_EVENT
      single.push(request.slice(at, next))
      at = next
    }
    return single
  })

const failed = (requests: ReadonlyArray<WriteRequest>, kind: number, error: unknown): WriteReply => ({
  outcomes: singly(requests).flatMap(() => [kind, -1, 0]),
  reason: reasonOf(error),
})

/** SQLite waits for a lock in this thread; a lock that is still held then is asked for again a few times. */
const begin = (writer: EventLogWriter): void => {
  for (let tries = 1; ; tries++) {
    try {
      writer.begin()
      return
    } catch (error) {
      writer.rollback()
      if (!isBusy(error) || tries === BUSY_TRIES) throw error
      sleepSync(5 * tries)
    }
  }
}

/** Writes all requests in one transaction, that is with one fsync. */
const together = (writer: EventLogWriter, requests: ReadonlyArray<WriteRequest>): WriteReply => {
  const outcomes: Array<number> = []
  begin(writer)
  for (const request of requests) writer.write(request, outcomes)
  try {
    writer.commit()
  } catch (error) {
    // Whether the log reached the disk is not known: the writer asks again with the same ids.
    writer.rollback()
    return failed(requests, OUTCOME_UNKNOWN, error)
  }
  return { outcomes }
}

/** Writes all requests in one transaction; where that fails before its commit, each append alone, so that one bad append does not fail the others. */
export const groupCommit = (writer: EventLogWriter, requests: ReadonlyArray<WriteRequest>): WriteReply => {
  try {
    return together(writer, requests)
  } catch (error) {
    writer.rollback()
    const single = singly(requests)
    if (single.length <= 1 || isBusy(error)) return failed(requests, UNAVAILABLE, error)
    const replies = single.map((request) => groupCommit(writer, [request]))
    const reason = replies.find((reply) => reply.reason !== undefined)?.reason
    const outcomes = replies.flatMap((reply) => reply.outcomes)
    return reason === undefined ? { outcomes } : { outcomes, reason }
  }
}
