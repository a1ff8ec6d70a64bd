import * as t from 'io-ts'
import { instant, nullable, safeInteger } from '../../../kernel/codecs.js'
import { current, type EventOf, eventCatalogue } from '../../../kernel/index.js'
import { projectSettings } from './settings.js'

const created = t.type({
  namespaceId: safeInteger,
  /** The namespace again where it is a group; null for a personal namespace. */
  groupId: nullable(safeInteger),
  creatorId: safeInteger,
  /** The project it was forked from. */
  forkedFrom: nullable(safeInteger),
  ...projectSettings,
})
const changed = t.partial(projectSettings)
const defaultBranch = t.type({ branch: nullable(t.string) })
const moved = t.type({ namespaceId: safeInteger, groupId: nullable(safeInteger) })
/** The name and path it has until it is deleted. */
const marked = t.type({ at: instant, name: t.string, path: t.string })
/** Its former name and path. */
const restored = t.type({ name: t.string, path: t.string, archived: t.boolean })
const fork = t.type({ forkedFrom: safeInteger })
const warned = t.type({ at: instant })
const nothing = t.type({})

/** Every event of a project, with its versions. */
export const projectEvents = eventCatalogue({
  ProjectCreated: current(created),
  ProjectChanged: current(changed),
  /** Null while the repository is empty. */
  DefaultBranchSet: current(defaultBranch),
  ProjectArchived: current(nothing),
  ProjectUnarchived: current(nothing),
  ProjectMoved: current(moved),
  ForkRelationMade: current(fork),
  ForkRelationRemoved: current(nothing),
  /** Not deleted, but read-only and under another name until its deletion delay is over. */
  ProjectMarkedForDeletion: current(marked),
  ProjectRestored: current(restored),
  /** It has been inactive for long, and is deleted unless it becomes active. */
  ProjectWarnedOfDeletion: current(warned),
  ProjectDeleted: current(nothing),
})

export type ProjectEvent = EventOf<typeof projectEvents>
