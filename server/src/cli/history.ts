import { type StoredEvent, type StreamName, streamName } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'
import { openEventStore } from '../event-store.js'
import type { Command, Terminal } from './command.js'
import { UsageError } from './flags.js'
import { PLACE_FLAGS, placeOf } from './instance-flags.js'

const PAGE = 500

const humanText = (event: StoredEvent): string => {
  const { at, actor } = event.metadata
  return `#${event.revision}  ${at}  ${event.type}  by ${actor}\n    ${JSON.stringify(event.data)}`
}

const jsonText = ({ id, stream, revision, position, type, version, data, metadata }: StoredEvent): string =>
  JSON.stringify({ id, stream, revision, position, type, version, data, metadata })

const printStream = async (
  store: EventStore,
  stream: StreamName,
  textOf: (event: StoredEvent) => string,
  terminal: Terminal,
): Promise<number> => {
  let from = 0
  for (;;) {
    const read = await store.readStream(stream, { from: from as StoredEvent['revision'], limit: PAGE })
    if (read.kind === 'Unavailable') {
      terminal.tell(`the event store does not answer: ${read.reason}`)
      return 1
    }
    if (read.kind === 'StreamNotFound') {
      terminal.tell(`nothing has happened to ${stream}`)
      return 1
    }
    for (const event of read.events) terminal.say(textOf(event))
    from += read.events.length
    if (read.events.length === 0 || from > read.head) return 0
  }
}

export const history: Command = {
  name: 'history',
  usage: '<kind> <id>',
  summary: 'print the events of one thing, as in `history deployment 7`',
  flags: [...PLACE_FLAGS, { name: 'json', value: undefined, fallback: undefined, summary: 'one JSON object a line' }],
  run: async (flags, terminal) => {
    const [kind, id, ...rest] = flags.positionals
    if (kind === undefined || id === undefined || rest.length > 0)
      throw new UsageError('history takes a kind and an id, as in `forgefold history deployment 7`')
    const place = placeOf(flags)
    if (place.eventStore === 'memory') throw new UsageError('an instance in memory leaves no history to be read')
    const store = await openEventStore(place)
    try {
      const stream = streamName(kind.toLowerCase().replaceAll('-', '_'), id)
      return await printStream(store, stream, flags.isOn('json') ? jsonText : humanText, terminal)
    } finally {
      await store.close()
    }
  },
}
