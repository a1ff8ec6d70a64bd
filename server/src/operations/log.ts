import { type DestinationStream, type Logger, pino } from 'pino'
import type { ServedRequest } from '../http/index.js'
import { RemainingTime, remainingText } from './remaining-time.js'

/** The log levels; each includes those before it. */
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Errors are logged with name, message and stack; other properties are left out, because they may hold request data. */
const errorParts = (error: unknown): Record<string, unknown> =>
  error instanceof Error
    ? { type: error.name, message: error.message, stack: error.stack }
    : { type: typeof error, message: 'something that is no error was thrown' }

/** Structured log lines, one JSON object each, to the standard error unless configured otherwise. */
export const makeLog = (
  level: LogLevel,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: errorParts } }, destination)

/** One line for each answered request: the route's pattern, never its path or query, which may hold secrets. */
export const requestLine =
  (log: Logger) =>
  (served: ServedRequest): void => {
    if (!log.isLevelEnabled('info')) return
    const { method, pattern, status, milliseconds, requestId, userId, from } = served
    log.info(
      {
        method,
        route: pattern,
        status,
        duration_ms: Math.round(milliseconds * 1000) / 1000,
        request_id: requestId,
        user_id: userId,
        remote_ip: from.remoteAddress,
      },
      'request',
    )
  }

/** Milliseconds between two lines; a start that takes less says nothing. */
const CATCH_UP_INTERVAL_MS = 5_000

/** Logs how far the read model is while it catches up with the history, so that a long start is not taken for a server that hangs. */
export const catchUpLog = (log: Pick<Logger, 'info'>, now: () => number = () => performance.now()) => {
  const remaining = new RemainingTime(now)
  let logged = now()
  return (position: number, last: number): void => {
    const left = remaining.after(position, last)
    if (now() - logged < CATCH_UP_INTERVAL_MS) return
    logged = now()
    const share = Math.floor((position / last) * 100)
    log.info(
      { position, last },
      `the read model is being built: ${share} %${left === undefined ? '' : `, ${remainingText(left)}`}`,
    )
  }
}
