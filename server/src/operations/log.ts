import { type DestinationStream, type Logger, pino } from 'pino'
import type { ServedRequest } from '../http/index.js'

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
