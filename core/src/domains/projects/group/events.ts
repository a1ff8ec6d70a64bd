import * as t from 'io-ts'
import { codecs, current, eventCatalogue } from '../../../kernel/index.js'
import { groupSettings } from './settings.js'

const parentId = codecs.nullable(codecs.safeInteger)
const created = t.type({ parentId, creatorId: codecs.safeInteger, ...groupSettings })
const changed = t.partial(groupSettings)
const moved = t.type({ parentId })
const marked = t.type({ at: codecs.instant })
const nothing = t.type({})

export type GroupEvent =
  | { readonly type: 'GroupCreated'; readonly data: Readonly<t.TypeOf<typeof created>> }
  | { readonly type: 'GroupChanged'; readonly data: Readonly<t.TypeOf<typeof changed>> }
  | { readonly type: 'GroupMoved'; readonly data: Readonly<t.TypeOf<typeof moved>> }
  /** Still there until its period is over. */
  | { readonly type: 'GroupMarkedForDeletion'; readonly data: Readonly<t.TypeOf<typeof marked>> }
  | { readonly type: 'GroupRestored'; readonly data: Readonly<t.TypeOf<typeof nothing>> }
  | { readonly type: 'GroupDeleted'; readonly data: Readonly<t.TypeOf<typeof nothing>> }

export const groupEvents = eventCatalogue<GroupEvent>({
  GroupCreated: current(created),
  GroupChanged: current(changed),
  GroupMoved: current(moved),
  GroupMarkedForDeletion: current(marked),
  GroupRestored: current(nothing),
  GroupDeleted: current(nothing),
})
