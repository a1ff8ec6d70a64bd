import { streamName } from '@forgefold/core/kernel'
import type { Command } from './command.js'
import { humanText, jsonText } from './event-lines.js'
import { UsageError } from './flags.js'
import { eventsOf, withHistory } from './history-reader.js'
import { LOCATION_FLAGS } from './instance-flags.js'

export const history: Command = {
  name: 'history',
  usage: '<kind> <id>',
  summary: 'print the events of one thing, as in `history deployment 7`',
  flags: [
    ...LOCATION_FLAGS,
    { name: 'json', value: undefined, fallback: undefined, summary: 'one JSON object a line' },
  ],
  takesWords: true,
  run: async (flags, terminal) => {
    const [kind, id, ...rest] = flags.positionals
    if (kind === undefined || id === undefined || rest.length > 0)
      throw new UsageError('history takes a kind and an id, as in `forgefold history deployment 7`')
    const stream = streamName(kind.toLowerCase().replaceAll('-', '_'), id)
    const isJson = flags.isOn('json')
    return withHistory(flags, terminal, async (store) => {
      let printed = 0
      for await (const event of eventsOf(store, stream)) {
        terminal.say(isJson ? jsonText(event) : humanText(event, `#${event.revision}`))
        printed += 1
      }
      if (printed === 0) terminal.tell(`nothing has happened to ${stream}`)
      return printed === 0 ? 1 : 0
    })
  },
}
