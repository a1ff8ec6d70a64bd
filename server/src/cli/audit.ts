import type { Command } from './command.js'
import { beginnersIn, trailOf } from './deployment-trail.js'
import { humanText, jsonText } from './event-lines.js'
import { UsageError } from './flags.js'
import { withHistory } from './history-reader.js'
import { PLACE_FLAGS } from './instance-flags.js'

export const audit: Command = {
  name: 'audit',
  usage: 'deployment <id>',
  summary: 'print who did each step of a deployment: push, merge, job, protection, approval',
  flags: [...PLACE_FLAGS, { name: 'json', value: undefined, fallback: undefined, summary: 'one JSON object a line' }],
  run: async (flags, terminal) => {
    const [kind, id = '', ...rest] = flags.positionals
    if (kind !== 'deployment' || !/^\d+$/.test(id) || rest.length > 0)
      throw new UsageError('audit takes a deployment, as in `forgefold audit deployment 7`')
    return withHistory(flags, terminal, async (store) => {
      const trail = await trailOf(store, Number(id))
      if (trail === undefined) {
        terminal.tell(`there was never a deployment ${id}`)
        return 1
      }
      const beginners = beginnersIn(trail)
      for (const event of trail) {
        const on = beginners.get(event.metadata.correlationId)
        terminal.say(flags.isOn('json') ? jsonText(event) : humanText(event, event.stream, on))
      }
      return 0
    })
  },
}
