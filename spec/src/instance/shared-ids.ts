import type { StoredEvent } from '@forgefold/core/kernel'
import type { EventStore } from '@forgefold/core/ports'

const PAGE = 5000

/** What happened under the id of another event of the same history: each line names both. Nothing where the store does not answer. */
export const sharedIds = async (events: EventStore): Promise<ReadonlyArray<string>> => {
  const seen = new Map<string, StoredEvent>()
  const found: Array<string> = []
  for (let after: StoredEvent['position'] | undefined; ; ) {
    const read = await events.readAll({ limit: PAGE, ...(after === undefined ? {} : { after }) })
    if (read.kind !== 'Read') return []
    for (const event of read.events) {
      const other = seen.get(event.id)
      if (other === undefined) seen.set(event.id, event)
      else found.push(`${event.id}: ${other.type} of ${other.stream}, ${event.type} of ${event.stream}`)
    }
    after = read.upTo
    if (read.end || after === undefined) return found
  }
}
