import {
  type AllStreamSubscription,
  eventTypeFilter,
  excludeSystemEvents,
  type Filter,
  type Position as StorePosition,
  streamNameFilter,
} from '@eventstore/db-client'
import type { EventFilter } from '@forgefold/core/ports'

/** How many records the server looks at between two checkpoints. */
export const CHECKPOINT_EVERY = 256

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** As much of the filter as the server can apply: it takes stream prefixes or types, not both. */
export const serverFilter = (
  filter: EventFilter | undefined,
  checkpointReached: (position: StorePosition) => void,
): Filter => {
  const options = {
    checkpointInterval: 1,
    maxSearchWindow: CHECKPOINT_EVERY,
    checkpointReached: (_: AllStreamSubscription, position: StorePosition) => checkpointReached(position),
  }
  const { categories, types } = filter ?? {}
  // Of no category or of no type: nothing passes, and yet one is told how far was looked.
  if (categories?.length === 0 || types?.length === 0) return eventTypeFilter({ regex: '^$', ...options })
  if (categories !== undefined)
    return streamNameFilter({ prefixes: categories.map((category) => `${category}-`), ...options })
  if (types !== undefined) return eventTypeFilter({ regex: `^(${types.map(escaped).join('|')})$`, ...options })
  return excludeSystemEvents(options)
}
