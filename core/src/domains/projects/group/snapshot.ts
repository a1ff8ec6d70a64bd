import * as t from 'io-ts'
import { codecs } from '../../../kernel/index.js'
import { groupSettings } from './settings.js'
import type { GroupState, LiveGroup } from './state.js'

const { instant, nullable, orUndefined, safeInteger } = codecs

const live: t.Type<LiveGroup, unknown, unknown> = t.type({
  kind: t.literal('live'),
  ...groupSettings,
  parentId: nullable(safeInteger),
  creatorId: safeInteger,
  markedForDeletionAt: orUndefined(instant),
})

/** How a group is kept between changes. */
export const groupSnapshot: t.Type<GroupState, unknown, unknown> = t.union([
  live,
  t.type({ kind: t.keyof({ none: null, deleted: null }) }),
])
