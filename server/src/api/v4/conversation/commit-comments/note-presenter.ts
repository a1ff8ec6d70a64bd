import type { Forge } from '@forgefold/core/app'
import type { CommitCommentRow } from '@forgefold/core/domains/conversation/commit-comment'
import { wholeNote } from '@forgefold/core/domains/conversation/discussion'
import { releaseHas } from '@forgefold/core/releases'
import { userSummary } from '../../identity/users/presenter.js'
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
  oneOf,
  optionalField,
  record,
  type Shape,
  sha,
  text,
} from '../../shape.js'
import { presentPosition } from '../notes/diff-position-presenter.js'
import { positionShape } from '../notes/shape.js'

/** A comment on a commit in the form of a note. */
export const commitNoteShape: Shape = record('CommitNote', {
  id: integer,
  type: maybe(text),
  body: text,
  attachment: nothing,
  author: userCardShape,
  created_at: instant,
  updated_at: instant,
  system: boolean,
  noteable_id: nothing,
  noteable_type: oneOf(['Commit']),
  commit_id: sha,
  position: optionalField(positionShape),
  resolvable: boolean,
  confidential: boolean,
  internal: inRelease('note.internal', boolean),
  noteable_iid: nothing,
  commands_changes: anything,
})

/** A comment on a commit in the form of a note. */
export const presentCommitNote = async (forge: Forge, row: CommitCommentRow) => ({
  id: row.id,
  type: row.at !== null ? 'DiffNote' : row.individual ? null : 'DiscussionNote',
  body: await wholeNote(forge, row.body),
  attachment: null,
  author: userSummary(forge, row.authorId),
  created_at: row.createdAt,
  updated_at: row.updatedAt,
  system: false,
  noteable_id: null,
  noteable_type: 'Commit',
  commit_id: row.sha,
  ...(row.position === null ? {} : { position: presentPosition(row.position) }),
  resolvable: false,
  confidential: false,
  ...(releaseHas('note.internal', forge.instance.release) ? { internal: false } : {}),
  noteable_iid: null,
  commands_changes: {},
})

/** A discussion of a commit with its comments. */
export const commitDiscussionShape: Shape = record('CommitDiscussion', {
  id: text,
  individual_note: boolean,
  notes: arrayOf(commitNoteShape),
})

/** A discussion of a commit with its comments, oldest first. */
export const presentCommitDiscussion = async (forge: Forge, notes: ReadonlyArray<CommitCommentRow>) => ({
  id: notes[0]?.discussionId ?? '',
  individual_note: notes[0]?.individual ?? true,
  notes: await Promise.all(notes.map((row) => presentCommitNote(forge, row))),
})
