import * as t from 'io-ts'
import { codecs, current, eventCatalogue } from '../../../kernel/index.js'
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
const warned = t.type({ at: instant })
const nothing = t.type({})

type Data<C extends t.Any> = Readonly<t.TypeOf<C>>

export type ProjectEvent =
  | { readonly type: 'ProjectCreated'; readonly data: Data<typeof created> }
  | { readonly type: 'ProjectChanged'; readonly data: Data<typeof changed> }
  /** Null while the repository is empty. */
  | { readonly type: 'DefaultBranchSet'; readonly data: Data<typeof defaultBranch> }
  | { readonly type: 'ProjectArchived'; readonly data: Data<typeof nothing> }
  | { readonly type: 'ProjectUnarchived'; readonly data: Data<typeof nothing> }
  | { readonly type: 'ProjectMoved'; readonly data: Data<typeof moved> }
  | { readonly type: 'ForkRelationRemoved'; readonly data: Data<typeof nothing> }
  /** Still there, read-only and under another name, until its period is over. */
  | { readonly type: 'ProjectMarkedForDeletion'; readonly data: Data<typeof marked> }
  | { readonly type: 'ProjectRestored'; readonly data: Data<typeof restored> }
  /** Nothing has happened in it for long; it ends unless something does. */
  | { readonly type: 'ProjectWarnedOfDeletion'; readonly data: Data<typeof warned> }
  | { readonly type: 'ProjectDeleted'; readonly data: Data<typeof nothing> }

/** Every event of a project, with its versions. */
export const projectEvents = eventCatalogue<ProjectEvent>({
  ProjectCreated: current(created),
  ProjectChanged: current(changed),
  DefaultBranchSet: current(defaultBranch),
  ProjectArchived: current(nothing),
  ProjectUnarchived: current(nothing),
  ProjectMoved: current(moved),
  ForkRelationRemoved: current(nothing),
  ProjectMarkedForDeletion: current(marked),
  ProjectRestored: current(restored),
  ProjectWarnedOfDeletion: current(warned),
  ProjectDeleted: current(nothing),
})
