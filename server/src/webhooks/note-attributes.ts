import { lineCode, presentPosition } from '../api/v4/conversation/notes/diff-position-presenter.js'
import { payloadTime } from './payload-parts.js'

/** A note as payloads tell it, whatever it is about. */
export interface ToldNote {
  readonly id: number
  readonly authorId: number
  readonly projectId: number
  readonly discussionId: string
  readonly commitId: string | null
  readonly noteableId: number | null
  readonly noteableType: string
  readonly position: Parameters<typeof presentPosition>[0] | undefined
  readonly resolvedAt: Parameters<typeof payloadTime>[0]
  readonly resolvedBy: number | null
  readonly createdAt: Parameters<typeof payloadTime>[0]
  readonly updatedAt: Parameters<typeof payloadTime>[0]
  readonly type: 'DiffNote' | 'DiscussionNote' | null
  readonly text: string
  readonly url: string
}

/** The `object_attributes` of the payload of a note. */
export const noteAttributes = (note: ToldNote) => {
  const position = note.position === undefined ? null : presentPosition(note.position)
  return {
    attachment: null,
    author_id: note.authorId,
    change_position: null,
    commit_id: note.commitId,
    created_at: payloadTime(note.createdAt),
    discussion_id: note.discussionId,
    id: note.id,
    line_code: note.position === undefined ? null : lineCode(note.position, note.position),
    note: note.text,
    noteable_id: note.noteableId,
    noteable_type: note.noteableType,
    original_position: position,
    position,
    project_id: note.projectId,
    resolved_at: payloadTime(note.resolvedAt),
    resolved_by_id: note.resolvedBy,
    resolved_by_push: null,
    st_diff: null,
    system: false,
    type: note.type,
    updated_at: payloadTime(note.updatedAt),
    updated_by_id: null,
    description: note.text,
    url: note.url,
  }
}
