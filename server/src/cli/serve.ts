import { setTimeout as pause } from 'node:timers/promises'
import { createForgefold } from '../composition/forgefold.js'
import type { ForgefoldOptions } from '../composition/forgefold-options.js'
import type { Forgefold } from '../composition/running-forgefold.js'
import { startInTime } from '../composition/start-in-time.js'
import { catchUpLog, makeLog, makeRequestLog, type RequestLog, UncaughtErrors } from '../operations/index.js'
import { chooseTransport } from '../transport/index.js'
import { clockOf } from './clock-flag.js'
import type { Command, Terminal } from './command.js'
import { isEphemeral, serveEphemeral } from './ephemeral.js'
import { ensureFirstAdministrator } from './first-start.js'
import { type Flags, refuseWithoutEffect } from './flags.js'
import { historyOptionsOf } from './history-flags.js'
import { durationOf, editionFlagsOf, mailOfFlags, placeOf, registriesOf } from './instance-flags.js'
import { limitsOf } from './limit-flags.js'
import { NO_EXTERNAL_URL, portOf, SERVE_FLAGS, type ServeOptions, serveOptionsOf } from './serve-flags.js'
import { packageVersion } from './version.js'
import { refuseKeysAlone, witnessesOf, witnessKeysOf } from './witness-flag.js'

type Log = ReturnType<typeof makeLog>

/** An uncaught error is a defect: it is logged and counted, and the process ends only where continuing is unsafe. */
const watchUncaught = (log: Log, errors: UncaughtErrors): void => {
  const note = (error: unknown, from: 'exception' | 'promise'): void => {
    const why = errors.note(error, from)
    if (why === undefined) {
      log.error({ err: error }, 'uncaught')
      return
    }
    log.fatal({ err: error, why }, `uncaught, and it is unsafe to go on: ${why}`)
    process.exit(1)
  }
  process.on('uncaughtException', (error) => note(error, 'exception'))
  process.on('unhandledRejection', (error) => note(error, 'promise'))
}

/** How long closing waits, because a store may not answer. */
const MAX_CLOSE_MS = 7_000

/** A running server. */
interface Serving {
  /** False where it took too long. */
  readonly close: () => Promise<boolean>
}

/** False where it took too long. */
const closed = (forgefold: Forgefold): Promise<boolean> =>
  Promise.race([forgefold.close().then(() => true), pause(MAX_CLOSE_MS, false, { ref: false })])

const stop = async (serving: Serving, log: Log): Promise<void> => {
  if (await serving.close()) log.info('stopped')
  else log.warn('stopped before everything had come to its end')
}

/** Throws `UsageError` where flags are given whose effect the others rule out. */
const refuseConflicts = (flags: Flags): void => {
  refuseKeysAlone(flags)
  if (flags.text('as-of') !== undefined)
    refuseWithoutEffect(flags, ['witness', 'witness-key'], 'with --as-of, which serves no new history')
  if (!/^esdb/.test(flags.text('event-store') ?? ''))
    refuseWithoutEffect(flags, ['event-store-patience'], 'without --event-store esdb://…')
}

/** The instance of the flags. Throws `UsageError`. */
const instanceOf = (
  flags: Flags,
  { externalUrl, isGuessed }: ServeOptions,
  log: Log,
  requests: RequestLog,
): ForgefoldOptions => ({
  ...placeOf(flags),
  mail: mailOfFlags(flags),
  ...limitsOf(flags),
  eventStoreDeadline: durationOf(flags, 'event-store-deadline', 1000, 1),
  ...clockOf(flags),
  ...historyOptionsOf(flags),
  witnesses: { urls: witnessesOf(flags), keys: witnessKeysOf(flags) },
  instance: { externalUrl, ...editionFlagsOf(flags), publicRegistries: registriesOf(flags) },
  guessedExternalUrl: isGuessed,
  onServed: requests.onServed,
  onCatchingUp: catchUpLog(log),
  onDefect: (error, where) => log.error({ err: error, where }, 'defect'),
  onUnavailable: (cause, requestId) => log.warn({ cause, request_id: requestId }, 'unavailable'),
  onResponseBodyError: (error, requestId) => log.warn({ err: error, request_id: requestId }, 'an answer broke off'),
  onWitness: (url, failure) =>
    failure === undefined
      ? log.info({ witness: url }, 'a witness cosigns again')
      : log.warn({ witness: url, failure }, 'a witness did not cosign'),
  onProjectionFailure: ({ position, type }, projection, problem) =>
    log.error({ position, type, projection, problem }, 'an event could not be projected'),
})

const start = async (
  { host, port, externalUrl, transport, clientTimeout }: ServeOptions,
  instance: ForgefoldOptions,
  errors: UncaughtErrors,
  terminal: Terminal,
): Promise<Serving> => {
  const choice = chooseTransport(transport)
  if (choice.notice !== undefined) terminal.tell(choice.notice)
  const forgefold = await createForgefold(instance)
  try {
    if (instance.asOf === undefined) await ensureFirstAdministrator(forgefold.forge, terminal, externalUrl)
    const listening = await choice.listen(forgefold.handler, host, port, { clientTimeout })
    forgefold.metrics.gauge({
      name: 'forgefold_requests_under_way',
      help: 'Requests that are being answered just now.',
      value: () => listening.underWay(),
    })
    errors.started(forgefold.metrics.uncaught)
    terminal.say(`Forgefold ${packageVersion()} is ready on ${externalUrl}`)
    const close = async (): Promise<boolean> => {
      await listening.close()
      return closed(forgefold)
    }
    return { close }
  } catch (error) {
    await closed(forgefold)
    throw error
  }
}

const run = async (flags: Flags, terminal: Terminal): Promise<number> => {
  if (isEphemeral(flags)) return serveEphemeral(flags, portOf(flags, 0), terminal)
  refuseConflicts(flags)
  const { asked } = terminal
  const options = await serveOptionsOf(flags)
  const log = makeLog(options.logLevel)
  const requests = makeRequestLog(log)
  process.once('exit', requests.flush)
  const instance = instanceOf(flags, options, log, requests)
  const timeout = durationOf(flags, 'event-store-patience', 1000)
  // Only once every flag is understood: a refusal stands alone.
  for (const notice of options.notices) terminal.tell(notice)
  if (options.isGuessed) log.info({ external_url: options.externalUrl }, NO_EXTERNAL_URL)
  const errors = new UncaughtErrors()
  watchUncaught(log, errors)
  const started = startInTime(instance, { timeout, tell: terminal.tell }, (given) =>
    start(options, given, errors, terminal),
  )
  // One in progress may be abandoned, as in a crash.
  const serving = await Promise.race([started, asked.then(() => undefined)])
  const signal = await asked
  log.info({ signal }, 'stopping')
  if (serving !== undefined) await stop(serving, log)
  return 0
}

export const serve: Command = {
  name: 'serve',
  usage: '',
  summary: 'serve an instance; the first start creates the administrator root',
  flags: SERVE_FLAGS,
  run,
}
