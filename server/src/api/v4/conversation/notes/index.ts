/** Notes and discussions of merge requests and issues. */
import type { Route } from '../../../../http/index.js'
import { discussionNoteRoutesOf } from './discussion-notes.js'
import { discussionRoutesOf } from './discussions.js'
import { noteRoutesOf } from './notes.js'
import { PLACES } from './place.js'

/** Notes and discussions of merge requests and issues (docs/reference/behaviour/conversation.md#notes). */
export const noteRoutes: ReadonlyArray<Route> = PLACES.flatMap((place) => [
  ...noteRoutesOf(place),
  ...discussionRoutesOf(place),
  ...discussionNoteRoutesOf(place),
])
