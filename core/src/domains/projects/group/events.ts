import * as t from 'io-ts'
import { codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'
import { groupSettings } from './settings.js'

const parentId = codecs.nullable(codecs.safeInteger)
const created = t.type({ parentId, creatorId: codecs.safeInteger, ...groupSettings })
const changed = t.partial(groupSettings)
const moved = t.type({ parentId })
const marked = t.type({ at: codecs.instant })
const nothing = t.type({})

export const groupEvents = eventCatalogue({
  GroupCreated: current(created),
  GroupChanged: current(changed),
  GroupMoved: current(moved),
  /** Still there until its period is over. */
  GroupMarkedForDeletion: current(marked),
  GroupRestored: current(nothing),
  GroupDeleted: current(nothing),
})

export type GroupEvent = EventOf<typeof groupEvents>
