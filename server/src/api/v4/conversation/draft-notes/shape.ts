import { boolean, integer, maybe, record, type Shape, text } from '../../shape.js'
import { draftPositionShape } from '../notes/shape.js'

/** A draft note; one that is not about a line has a position of nulls. */
export const draftNoteShape: Shape = record('DraftNote', {
  id: integer,
  author_id: integer,
  merge_request_id: integer,
  resolve_discussion: boolean,
  discussion_id: maybe(text),
  note: text,
  commit_id: maybe(text),
  line_code: maybe(text),
  position: draftPositionShape,
})
