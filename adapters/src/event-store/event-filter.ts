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

const NO_CATEGORIES: ReadonlyArray<string> = []

/** The categories of a page that some thirty subscribers look at, each with its filter. */
const categories = new WeakMap<ReadonlyArray<StoredEvent>, ReadonlyArray<string>>()

const categoriesIn = (events: ReadonlyArray<StoredEvent>): ReadonlyArray<string> => {
  const known = categories.get(events)
  if (known !== undefined) return known
  const found = events.length === 0 ? NO_CATEGORIES : [...new Set(events.map(({ stream }) => categoryOf(stream)))]
  categories.set(events, found)
  return found
}

const NO_EVENTS: ReadonlyArray<StoredEvent> = []

/**
 * The events that a filter lets through. The categories of the events are determined once, however many filters they pass.
 *
 * @example
 * const events = [{ stream: 'label-7', type: 'LabelCreated' }, { stream: 'issue-7', type: 'IssueCreated' }]
 * assert.deepEqual(filtered(events, { categories: ['label'] }), [events[0]])
 */
export const filtered = (events: ReadonlyArray<StoredEvent>, filter: EventFilter): ReadonlyArray<StoredEvent> => {
  const { categories: wanted } = filter
  if (wanted !== undefined && !categoriesIn(events).some((one) => wanted.includes(one))) return NO_EVENTS
  return events.filter(matches(filter))
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
