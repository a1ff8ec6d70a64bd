import { categoryOf, millisecondsOf, type StoredEvent } from '@forgefold/core/kernel'
import type { EventFilter } from '@forgefold/core/ports'

type Predicate = (event: StoredEvent) => boolean

/** Each forge of a process subscribes some thirty times with the same filters. */
const predicates = new WeakMap<EventFilter, Predicate>()

/**
 * The filter as a predicate over stored events; it is made once for a filter, which does not change.
 *
 * @example
 * const isOfLabels = matches({ categories: ['label'] })
 * assert.equal(isOfLabels({ stream: 'issue-7', type: 'IssueCreated' }), false)
 */
export const matches = (filter: EventFilter | undefined): Predicate => {
  if (filter === undefined) return () => true
  const predicate = predicates.get(filter) ?? predicateOf(filter)
  predicates.set(filter, predicate)
  return predicate
}

const predicateOf = (filter: EventFilter): Predicate => {
  const categories = filter.categories && new Set(filter.categories)
  const types = filter.types && new Set(filter.types)
  const since = filter.since === undefined ? Number.NEGATIVE_INFINITY : millisecondsOf(filter.since)
  const until = filter.until === undefined ? Number.POSITIVE_INFINITY : millisecondsOf(filter.until)
  const timed = filter.since !== undefined || filter.until !== undefined
  return (event) => {
    if (categories !== undefined && !categories.has(categoryOf(event.stream))) return false
    if (types !== undefined && !types.has(event.type)) return false
    if (!timed) return true
    const at = millisecondsOf(event.metadata.at)
    return at >= since && at < until
  }
}
