import * as t from 'io-ts'
import { instant, nullable, oneOf, orUndefined, safeInteger, union } from '../../../kernel/codecs.js'
import { projectSettings } from './settings.js'
import type { LiveProject, ProjectState } from './state.js'

const live: t.Type<LiveProject, unknown, unknown> = t.type({
  kind: t.literal('live'),
  ...projectSettings,
  namespaceId: safeInteger,
  groupId: nullable(safeInteger),
  creatorId: safeInteger,
  forkedFrom: nullable(safeInteger),
  defaultBranch: nullable(t.string),
  archived: t.boolean,
  deletion: orUndefined(t.type({ at: instant, name: t.string, path: t.string, archived: t.boolean })),
  warnedAt: orUndefined(instant),
})

/** The snapshot of a project. */
export const projectSnapshot: t.Type<ProjectState, unknown, unknown> = union([
  live,
  t.type({ kind: oneOf(['none', 'deleted']) }),
])
