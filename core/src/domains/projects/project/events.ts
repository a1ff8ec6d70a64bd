import * as t from 'io-ts'
import { codecs, current, type EventOf, eventCatalogue } from '../../../kernel/index.js'
import { projectSettings } from './settings.js'

const { safeInteger, nullable, instant } = codecs

const created = t.type({
  namespaceId: safeInteger,
  /** The namespace again where it is a group; null in a user's own place. */
  groupId: nullable(safeInteger),
  creatorId: safeInteger,
  /** The project it was forked from. */
  forkedFrom: nullable(safeInteger),
  ...projectSettings,
})
const changed = t.partial(projectSettings)
const defaultBranch = t.type({ branch: nullable(t.string) })
const moved = t.type({ namespaceId: safeInteger, groupId: nullable(safeInteger) })
/** Under which name and path it waits for its end. */
const marked = t.type({ at: instant, name: t.string, path: t.string })
/** What it goes back to. */
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
  /** Still there, read-only and under another name, until its period is over. */
  ProjectMarkedForDeletion: current(marked),
  ProjectRestored: current(restored),
  /** Nothing has happened in it for long; it ends unless something does. */
  ProjectWarnedOfDeletion: current(warned),
  ProjectDeleted: current(nothing),
})

export type ProjectEvent = EventOf<typeof projectEvents>
