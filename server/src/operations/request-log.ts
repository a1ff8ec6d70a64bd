import { type Logger, pino } from 'pino'
import type { ServedRequest } from '../http/index.js'
import { makeLog, requestLine } from './log.js'

/** Bytes that are written together, milliseconds after which fewer are, and bytes that wait at most where the reader is slow. */
const FLUSH_BYTES = 8 * 1024
const AT_LATEST_MS = 200
const WAITING = 8 * 1024 * 1024

/** Where bytes wait until many of them are written together, off the way of the requests. */
const batched = () =>
  pino.destination({ dest: 2, sync: false, minLength: FLUSH_BYTES, periodicFlush: AT_LATEST_MS, maxLength: WAITING })

interface Destination {
  readonly write: (line: string) => unknown
  readonly on: (event: 'drop' | 'drain', listener: () => void) => unknown
  readonly flushSync: () => void
}

export interface RequestLog {
  readonly onServed: (served: ServedRequest) => void
  /** Writes what waits; to be called before the process ends. */
  readonly flush: () => void
}

/**
 * The log of requests, one JSON object a line, written in batches; what a reader is too slow for is dropped, and `log` is told how many lines.
 * Nothing is written where `log` leaves out the level `info`.
 */
export const makeRequestLog = (log: Logger, open: () => Destination = batched): RequestLog => {
  if (!log.isLevelEnabled('info')) return { onServed: () => undefined, flush: () => undefined }
  const destination = open()
  let dropped = 0
  destination.on('drop', () => {
    dropped++
  })
  destination.on('drain', () => {
    if (dropped === 0) return
    log.warn({ dropped }, 'request lines were dropped: what reads the log is too slow')
    dropped = 0
  })
  return { onServed: requestLine(makeLog('info', destination)), flush: () => destination.flushSync() }
}
