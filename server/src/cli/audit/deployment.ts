import type { Terminal } from '../command.js'
import { humanText, jsonText } from '../event-lines.js'
import { type Flags, UsageError } from '../flags.js'
import { withHistory } from '../history-reader.js'
import type { AuditQuestion } from './audit-question.js'
import { auditTrailOf, initiatorsIn } from './deployment-trail.js'
import { refuseServer } from './open-history-tree.js'

const run = async (flags: Flags, [id = '', ...rest]: ReadonlyArray<string>, terminal: Terminal): Promise<number> => {
  if (!/^\d+$/.test(id) || rest.length > 0)
    throw new UsageError('audit deployment takes an id, as in `forgefold audit deployment 7`')
  refuseServer(flags)
  return withHistory(flags, terminal, async (store) => {
    const trail = await auditTrailOf(store, Number(id))
    if (trail === undefined) {
      terminal.tell(`the history has no deployment ${id}`)
      return 1
    }
    const beginners = initiatorsIn(trail)
    for (const event of trail) {
      const on = beginners.get(event.metadata.correlationId)
      terminal.say(flags.isOn('json') ? jsonText(event) : humanText(event, event.stream, on))
    }
    return 0
  })
}

/** Prints who did each step of a deployment: push, merge, job, protection, approval. */
export const deploymentTrail: AuditQuestion = {
  name: 'deployment',
  usage: 'deployment ID',
  summary: 'who did each step of a deployment: push, merge, job, protection, approval',
  flags: [],
  run,
}
