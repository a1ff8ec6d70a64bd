import { createHash } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pause } from '@forgefold/adapters/clock'
import { makeFolder } from '@forgefold/adapters/folders'
import { removeReadModel } from '@forgefold/adapters/read-model'
import { openSqliteEventStore } from '@forgefold/adapters/sqlite'
import { type CopyProgress, type CopyReport, copyHistory } from '@forgefold/core/app'
import type { Rejection } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import { lockDataFolders } from '../composition/data-folder-lock.js'
import { eventLogIn } from '../composition/data-folders.js'
import type { Command, Terminal } from './command.js'
import { type Flags, UsageError } from './flags.js'
import { refuseUnreadable } from './history-reader.js'
import { progressMeter } from './progress-meter.js'

/** The event log of a data folder. */
const logFile = (path: string): string => (/\.(sqlite|db)$/.test(path) ? resolve(path) : eventLogIn(resolve(path)))

/** Throws `UsageError` where a store would be copied to itself. */
const refuseItself = (flags: Flags): void => {
  const [from, to] = ['from', 'to'].map((flag) => {
    const place = flags.text(flag)
    return place?.startsWith('sqlite:') === true ? logFile(place.slice('sqlite:'.length)) : place
  })
  if (from !== undefined && from === to) throw new UsageError('--from and --to are the same store')
}

const opened = async (flag: 'from' | 'to', place: string | undefined): Promise<EventStore> => {
  if (place === undefined) throw new UsageError(`--${flag} is missing: sqlite:FOLDER or esdb://…`)
  if (/^esdb(\+discover)?:\/\//.test(place)) {
    const { openEventStoreDb } = await import('@forgefold/adapters/eventstoredb')
    try {
      return openEventStoreDb({ connectionString: place })
    } catch (error) {
      throw new UsageError(error instanceof Error ? error.message : String(error))
    }
  }
  if (!place.startsWith('sqlite:') || place === 'sqlite:')
    throw new UsageError(`--${flag} takes sqlite:FOLDER or esdb://…`)
  const path = logFile(place.slice('sqlite:'.length))
  if (flag === 'from') refuseUnreadable(path)
  makeFolder(dirname(path), 0o700)
  return openSqliteEventStore({ path })
}

/** Comparing and copying each have a pace of their own. */
const meter = (terminal: Terminal): ((progress: CopyProgress) => void) => {
  let shown: { readonly phase: string; readonly show: (done: number, whole: number) => void } | undefined
  let count = 0
  return ({ phase, events, upTo, head }) => {
    count = events
    if (shown?.phase !== phase) {
      const line = (done: number, whole: number): string =>
        `${phase}  ${Math.floor(Math.min(1, done / Math.max(1, whole)) * 100)} %  ${count} events`
      shown = { phase, show: progressMeter(terminal, line) }
    }
    shown.show(upTo, head)
  }
}

const sentenceOf = (rejection: Rejection): string => {
  switch (rejection.kind) {
    case 'Refused':
      return [rejection.message].flat().join(', ')
    case 'Unavailable':
      return `a store does not answer: ${rejection.reason}; run the copy again to go on`
    case 'TooLarge':
      return 'an event is larger than the target takes'
    default:
      return rejection.kind
  }
}

const ASIDE = ['checkpoints.sqlite', 'checkpoints.sqlite-wal', 'checkpoints.sqlite-shm']

/** Removes data that depends on positions, which differ between stores. */
const discardDerivedState = (data: string): void => {
  removeReadModel(join(data, 'read-model.sqlite'))
  for (const file of ASIDE) rmSync(join(data, file), { force: true })
}

const report = ({ copied, events, digest }: CopyReport, data: string | undefined, terminal: Terminal): void => {
  terminal.say(`${events} events stand in both stores, ${copied} of them copied now; every one was compared.`)
  terminal.say(`digest ${digest}`)
  if (data === undefined)
    terminal.say(
      'Before a server runs on the copy, remove read-model.sqlite and checkpoints.sqlite of its data folder.',
    )
  else terminal.say(`The read model and the checkpoints in ${data} begin anew.`)
}

const run = async (flags: Flags, terminal: Terminal): Promise<number> => {
  const renewed = flags.text('renew')
  const data = renewed === undefined ? undefined : resolve(renewed)
  if (data !== undefined && !existsSync(data)) throw new UsageError(`there is no folder ${data} to renew`)
  refuseItself(flags)
  // A server that uses this folder would continue with data that is rebuilt under it.
  const held = data === undefined ? undefined : lockDataFolders({ data })
  const from = await opened('from', flags.text('from'))
  let to: EventStore | undefined
  let cancelled = false
  terminal.asked.then(
    () => {
      cancelled = true
    },
    () => undefined,
  )
  try {
    to = await opened('to', flags.text('to'))
    const result = await copyHistory({
      from,
      to,
      digest: (text) => createHash('sha256').update(text).digest('hex'),
      pause,
      onProgress: meter(terminal),
      cancelled: () => cancelled,
    })
    if (E.isLeft(result)) {
      terminal.tell(`forgefold: ${sentenceOf(result.left)}`)
      return 1
    }
    if (data !== undefined) discardDerivedState(data)
    report(result.right, data, terminal)
    return 0
  } finally {
    await from.close()
    await to?.close()
    held?.close()
  }
}

/** Copies a history from one store to another; servers on either must be stopped. */
export const copy: Command = {
  name: 'copy',
  usage: '--from STORE --to STORE',
  summary: 'copy the whole history to another store; an interrupted copy can be continued (stop the servers first)',
  flags: [
    { name: 'from', value: 'STORE', fallback: undefined, summary: 'sqlite:FOLDER or esdb://…' },
    {
      name: 'to',
      value: 'STORE',
      fallback: undefined,
      summary: 'sqlite:FOLDER or esdb://…; empty, or started by this copy',
    },
    {
      name: 'renew',
      value: 'FOLDER',
      fallback: undefined,
      summary: 'the data folder that will use the copy: its read model and checkpoints are reset',
    },
  ],
  run,
}
