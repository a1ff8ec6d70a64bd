import * as t from 'io-ts'
import { codecs, current, eventCatalogue } from '../../kernel/index.js'
import { groupSettings } from './settings.js'

const parentId = codecs.nullable(codecs.safeInteger)
const created = t.type({ parentId, creatorId: codecs.safeInteger, ...groupSettings })
const changed = t.partial(groupSettings)
const moved = t.type({ parentId })
const nothing = t.type({})

export type GroupEvent =
  | { readonly type: 'GroupCreated'; readonly data: Readonly<t.TypeOf<typeof created>> }
  | { readonly type: 'GroupChanged'; readonly data: Readonly<t.TypeOf<typeof changed>> }
  | { readonly type: 'GroupMoved'; readonly data: Readonly<t.TypeOf<typeof moved>> }
  | { readonly type: 'GroupDeleted'; readonly data: Readonly<t.TypeOf<typeof nothing>> }

export const groupEvents = eventCatalogue<GroupEvent>({
  GroupCreated: current(created),
  GroupChanged: current(changed),
  GroupMoved: current(moved),
  GroupDeleted: current(nothing),
})
