import { everyAggregate } from './every-aggregate.js'
import { addExamples } from './golden-events.js'

/** Adds golden examples of the events that have none. */
for (const [category, { events }] of await everyAggregate()) {
  const added = addExamples(category, events)
  if (added > 0) process.stdout.write(`${category}: ${added} added\n`)
}
