import { systemClock } from '@forgefold/adapters/clock'
import { makeIds } from '@forgefold/adapters/crypto'
import type { Rejection } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import type { Command, Terminal } from './command.js'
import { UsageError } from './flags.js'
import { withHistory } from './history-reader.js'
import { LOCATION_FLAGS } from './instance-flags.js'

const failed = (terminal: Terminal, rejection: Rejection): number => {
  terminal.tell(
    `the event store does not answer: ${rejection.kind === 'Unavailable' ? rejection.reason : rejection.kind}`,
  )
  return 1
}

const list = async (store: EventStore, terminal: Terminal): Promise<number> => {
  const { parkedByReactor } = await import('../background/parked-events.js')
  const parked = await parkedByReactor(store)
  if (E.isLeft(parked)) return failed(terminal, parked.left)
  if (parked.right.length === 0) terminal.say('No reactor has parked an event.')
  for (const { reactor, events } of parked.right)
    for (const { stream, revision, type, reason, at } of events)
      terminal.say(`${reactor}  ${type}  ${stream}@${revision}  ${reason}  since ${at}`)
  return 0
}

const retry = async (store: EventStore, terminal: Terminal, reactor: string | undefined): Promise<number> => {
  const { requestRetries } = await import('../background/parked-events.js')
  const asked = await requestRetries({ store, clock: systemClock, ids: makeIds() }, reactor)
  if (E.isLeft(asked)) return failed(terminal, asked.left)
  terminal.say(
    asked.right === 0
      ? 'Nothing is parked.'
      : `${asked.right} parked events are to be replayed: at once where a server runs, otherwise when one starts.`,
  )
  return 0
}

/** Throws `UsageError` for a name that no reactor has. */
const refuseUnknown = async (reactor: string | undefined): Promise<void> => {
  const { REACTOR_NAMES } = await import('../background/parked-events.js')
  if (reactor !== undefined && !REACTOR_NAMES.includes(reactor))
    throw new UsageError(`there is no reactor ${reactor}; there are ${REACTOR_NAMES.join(', ')}`)
}

export const reactors: Command = {
  name: 'reactors',
  usage: '[retry [<reactor>]]',
  summary: 'list the events that reactors could not handle, or have them replayed (also beside a running server)',
  flags: LOCATION_FLAGS,
  takesWords: true,
  run: async (flags, terminal) => {
    const [action, reactor, ...rest] = flags.positionals
    if ((action !== undefined && action !== 'retry') || rest.length > 0)
      throw new UsageError('reactors takes nothing, or retry and perhaps a reactor: `forgefold reactors retry todos`')
    await refuseUnknown(reactor)
    return withHistory(flags, terminal, (store) =>
      action === undefined ? list(store, terminal) : retry(store, terminal, reactor),
    )
  },
}
