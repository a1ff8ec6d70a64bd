import { userCardShape } from '../../identity/users/shape.js'
import {
  anything,
  arrayOf,
  boolean,
  inRelease,
  instant,
  integer,
  maybe,
  nothing,
  number,
  oneOf,
  optionalField,
  record,
  type Shape,
  sha,
  text,
} from '../../shape.js'
import { suggestionShape } from '../suggestions/shape.js'

export const awardShape: Shape = record('AwardEmoji', {
  id: integer,
  name: text,
  user: userCardShape,
  created_at: instant,
  updated_at: instant,
  awardable_id: integer,
  awardable_type: text,
  url: nothing,
})

const rangeEndShape = record(undefined, {
  line_code: maybe(text),
  type: maybe(text),
  old_line: maybe(integer),
  new_line: maybe(integer),
})

const places = {
  old_path: maybe(text),
  new_path: maybe(text),
  position_type: oneOf(['text', 'image']),
  old_line: optionalField(maybe(integer)),
  new_line: optionalField(maybe(integer)),
  line_range: optionalField(maybe(record(undefined, { start: rangeEndShape, end: rangeEndShape }))),
  width: optionalField(maybe(number)),
  height: optionalField(maybe(number)),
  x: optionalField(maybe(number)),
  y: optionalField(maybe(number)),
}

/** The diff position of a note; its keys depend on the position type. */
export const positionShape = record('DiffPosition', { base_sha: sha, start_sha: sha, head_sha: sha, ...places })

/** The same, with nulls for a note that is not about a line. */
export const draftPositionShape = record('DraftPosition', {
  base_sha: maybe(sha),
  start_sha: maybe(sha),
  head_sha: maybe(sha),
  ...places,
})

/** A note (docs/reference/behaviour/conversation.md#notes). */
export const noteShape: Shape = record('Note', {
  id: integer,
  type: maybe(text),
  body: text,
  attachment: nothing,
  author: userCardShape,
  created_at: instant,
  updated_at: instant,
  system: boolean,
  noteable_id: integer,
  noteable_type: text,
  commit_id: optionalField(maybe(text)),
  position: optionalField(positionShape),
  resolvable: boolean,
  resolved: optionalField(boolean),
  resolved_by: optionalField(maybe(userCardShape)),
  resolved_at: optionalField(maybe(instant)),
  suggestions: optionalField(arrayOf(suggestionShape)),
  confidential: boolean,
  internal: inRelease('note.internal', boolean),
  noteable_iid: integer,
  commands_changes: anything,
})

export const discussionShape: Shape = record('Discussion', {
  id: text,
  individual_note: boolean,
  notes: arrayOf(noteShape),
})

/** A note on a commit. */
export const commitCommentShape: Shape = record('CommitComment', {
  note: text,
  path: maybe(text),
  line: maybe(integer),
  line_type: maybe(text),
  author: userCardShape,
  created_at: instant,
})

/** The answer to a note that held quick actions only. */
export const quickActionsShape: Shape = record('QuickActions', { commands_changes: anything, summary: arrayOf(text) })
