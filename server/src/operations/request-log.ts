import { type Logger, pino } from 'pino'
import type { ServedRequest } from '../http/index.js'
import { makeLog, requestLine } from './log.js'

/** Bytes written in one batch, milliseconds after which a smaller batch is written, and the maximum of buffered bytes when the reader is slow. */
const FLUSH_BYTES = 8 * 1024
const AT_LATEST_MS = 200
const WAITING = 8 * 1024 * 1024

/** A buffer that batches writes, so that requests do not wait for them. */
const batched = () =>
  pino.destination({ dest: 2, sync: false, minLength: FLUSH_BYTES, periodicFlush: AT_LATEST_MS, maxLength: WAITING })

interface Destination {
  readonly write: (line: string) => unknown
  readonly on: (event: 'drop' | 'drain', listener: () => void) => unknown
  readonly flushSync: () => void
}

export interface RequestLog {
  readonly onServed: (served: ServedRequest) => void
  /** Writes the buffered lines; to be called before the process ends. */
  readonly flush: () => void
}

/**
 * The request log, one JSON object a line, written in batches; lines that a slow reader cannot take are dropped, and their number is reported
 * to `log`.
 * Nothing is written if the level of `log` excludes `info`.
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
