/** Notes and discussions of merge requests and issues. */
import type { Route } from '../../../../http/index.js'
import { discussionNoteRoutesOf } from './discussion-notes.js'
import { discussionRoutesOf } from './discussions.js'
import { NOTE_PATHS } from './note-paths.js'
import { noteRoutesOf } from './notes.js'

/** Notes and discussions of merge requests and issues (docs/reference/behaviour/conversation.md#notes). */
export const noteRoutes: ReadonlyArray<Route> = NOTE_PATHS.flatMap((paths) => [
  ...noteRoutesOf(paths),
  ...discussionRoutesOf(paths),
  ...discussionNoteRoutesOf(paths),
])
