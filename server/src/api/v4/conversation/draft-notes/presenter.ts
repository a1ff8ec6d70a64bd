import type { Forge } from '@forgefold/core/app'
import { wholeNote } from '@forgefold/core/domains/conversation/discussion'
import type { DraftNoteRow } from '@forgefold/core/domains/conversation/draft-note'
import { lineCode, presentPosition } from '../notes/diff-position-presenter.js'

/** The position of a note that is not about a line. */
const NOWHERE = {
  base_sha: null,
  start_sha: null,
  head_sha: null,
  old_path: null,
  new_path: null,
  position_type: 'text',
  old_line: null,
  new_line: null,
  line_range: null,
}

/** A draft note (docs/reference/behaviour/conversation.md#draft-notes). */
export const presentDraftNote = async (forge: Forge, row: DraftNoteRow) => ({
  id: row.id,
  author_id: row.authorId,
  merge_request_id: row.mergeRequestId,
  resolve_discussion: row.resolves,
  discussion_id: row.discussionId,
  note: await wholeNote(forge, row.body),
  commit_id: row.commitId,
  line_code: row.position === null ? null : lineCode(row.position, row.position),
  position: row.position === null ? NOWHERE : presentPosition(row.position),
})
