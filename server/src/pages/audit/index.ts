/** Pages of the history for administrators: search, the timeline of an object, an event with its causes. */
import type { PlainRoute } from '../../http/index.js'
import { eventPage } from './event.js'
import { type Checkpoint, searchPage } from './search.js'
import { thingHistoryPage } from './thing.js'

export const auditPages = (checkpoint: Checkpoint): ReadonlyArray<PlainRoute> => [
  searchPage(checkpoint),
  thingHistoryPage,
  eventPage,
]
