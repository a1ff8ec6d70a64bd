import { userCardShape } from '../../identity/users/shape.js'
import { either, instant, integer, maybe, oneOf, optionalField, record, type Shape, text } from '../../shape.js'
import { commitNoteShape } from '../commit-comments/note-presenter.js'
import { noteShape } from '../notes/shape.js'

const pushDataShape = record('PushData', {
  commit_count: integer,
  action: oneOf(['created', 'removed', 'pushed']),
  ref_type: oneOf(['branch', 'tag']),
  commit_from: maybe(text),
  commit_to: maybe(text),
  ref: maybe(text),
  commit_title: maybe(text),
  ref_count: maybe(integer),
})

/** An entry of a feed (docs/reference/behaviour/conversation.md#event-feeds). */
export const feedEntryShape: Shape = record('Event', {
  id: integer,
  project_id: integer,
  action_name: text,
  target_id: maybe(integer),
  target_iid: maybe(integer),
  target_type: maybe(text),
  author_id: integer,
  target_title: maybe(text),
  created_at: instant,
  note: optionalField(either(noteShape, commitNoteShape)),
  author: userCardShape,
  push_data: optionalField(pushDataShape),
  author_username: text,
})
