import { mkdirSync } from 'node:fs'
import { createForgefold, type Forgefold } from '../composition/forgefold.js'
import { makeLog, requestLine } from '../operations/index.js'
import { chooseTransport, type Listening } from '../transport/index.js'
import { clockOf } from './clock-flag.js'
import type { Command, Terminal } from './command.js'
import { welcome } from './first-start.js'
import type { Flags } from './flags.js'
import { dialsOf, placeOf } from './instance-flags.js'
import { limitsOf } from './limit-flags.js'
import { SERVE_FLAGS, serveOptionsOf } from './serve-flags.js'
import { packageVersion } from './version.js'

type Log = ReturnType<typeof makeLog>

/** What nobody caught is a defect: it is told, and the process ends rather than go on in a state nobody knows. */
const watchDefects = (log: Log): void => {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught')
    process.exit(1)
  })
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled rejection'))
}

const stop = async (listening: Listening, forgefold: Forgefold, log: Log): Promise<void> => {
  await listening.close()
  await forgefold.close()
  log.info('stopped')
}

const run = async (flags: Flags, terminal: Terminal): Promise<number> => {
  const { host, port, externalUrl, transport, logLevel } = await serveOptionsOf(flags)
  const place = placeOf(flags)
  const log = makeLog(logLevel)
  watchDefects(log)
  if (place.data !== undefined) mkdirSync(place.data, { recursive: true, mode: 0o700 })
  const choice = chooseTransport(transport)
  if (choice.notice !== undefined) terminal.tell(choice.notice)
  const forgefold = await createForgefold({
    ...place,
    ...limitsOf(flags),
    ...clockOf(flags),
    instance: { externalUrl, ...dialsOf(flags) },
    onServed: requestLine(log),
    onDefect: (error, where) => log.error({ err: error, where }, 'defect'),
    onProjectionFailure: ({ position, type }, projection, problem) =>
      log.error({ position, type, projection, problem }, 'an event could not be projected'),
  })
  try {
    await welcome(forgefold.forge, terminal, externalUrl)
    const listening = await choice.listen(forgefold.handler, host, port)
    terminal.say(`Forgefold ${packageVersion()} is ready on ${externalUrl}`)
    const signal = await terminal.asked
    log.info({ signal }, 'stopping')
    await stop(listening, forgefold, log)
    return 0
  } catch (error) {
    await forgefold.close()
    throw error
  }
}

export const serve: Command = {
  name: 'serve',
  usage: '',
  summary: 'serve an instance; the first start makes the administrator root',
  flags: SERVE_FLAGS,
  run,
}
