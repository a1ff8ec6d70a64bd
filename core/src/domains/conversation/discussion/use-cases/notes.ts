import * as E from 'fp-ts/lib/Either.js'
import { ACCESS, effectiveLevel } from '../../../../access/index.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import {
  forbidden,
  type Instant,
  isAfter,
  notFound,
  preconditionFailed,
  type Rejection,
  refuse,
} from '../../../../kernel/index.js'
import type { Issuable, IssuableRef } from '../../../issuable/issuable.js'
import { writesInternalNotes } from '../../../issuable/participants.js'
import { mentionsAndReferences } from '../../../issuable/references.js'
import { authorizeNote, findNote, findThreadToReply, type NoteAuthorization, readNote } from '../access.js'
import type { DiscussionCommand } from '../commands.js'
import { discussion } from '../decider.js'
import type { NoteData, StartedData } from '../events.js'
import type { NoteRow } from '../queries.js'
import { noteBody, textRefusal, wholeNote } from '../steps/note-texts.js'
import { validPosition } from '../steps/positions.js'
import { suggestionsIn } from '../steps/suggestions-in.js'
import type { DiscussionRef, NoteRef } from './read.js'

/** A new note. */
export interface NewNote {
  /** A number that was allocated for it before. */
  readonly id?: number | undefined
  readonly body: string
  readonly internal: boolean
  /** A creation time other than now, for owners only. */
  readonly createdAt?: Instant | undefined
  /** The position in the diff of the merge request, and its commit where the diff of a commit was commented on. */
  readonly diff?: StartedData['diff'] | undefined
}

const noteOf = async (
  forge: Forge,
  { issuable, user }: NoteAuthorization,
  { id, body, internal, createdAt }: NewNote,
): Promise<E.Either<Rejection, NoteData>> => {
  const wrong = textRefusal(body)
  if (wrong !== undefined) return refuse(wrong)
  const noteId = id === undefined ? await forge.numbers.next('note') : E.right(id)
  if (E.isLeft(noteId)) return noteId
  return E.right({
    noteId: noteId.right,
    authorId: user.userId,
    body: await noteBody(forge, body),
    internal: internal && writesInternalNotes(issuable.project),
    ...(createdAt === undefined || effectiveLevel(issuable.project.viewer) < ACCESS.owner ? {} : { createdAt }),
    ...mentionsAndReferences(forge, { principal: user, projectId: issuable.project.project.id }, body),
  })
}

/** Accepts a position only for merge requests, and only where their diff has it. */
const validatedDiff = async (
  forge: Forge,
  { type, project }: Issuable,
  { body, diff }: NewNote,
): Promise<E.Either<Rejection, StartedData['diff']>> => {
  if (diff === undefined || type !== 'MergeRequest' || body.trim() === '') return E.right(undefined)
  const position = await validPosition(forge, project.project.id, diff.position)
  return E.isLeft(position) ? position : E.right(diff)
}

/** The first note of a new discussion. */
export interface StartDiscussion {
  readonly ref: IssuableRef
  readonly note: NewNote
  /** An individual note, not a thread that can be resolved. */
  readonly individual: boolean
}

/**
 * Starts a discussion: an individual note (`individual`), or a thread that can be resolved. Rejections: `NotFound` (Project, MergeRequest,
 * Issue); `Forbidden`; `BadRequest` (blank; a position that the diff does not have).
 */
export const startDiscussion: UseCase<StartDiscussion, NoteRow> = async (forge, caller, input) => {
  const { ref, note: wanted, individual } = input
  const authorized = authorizeNote(forge, caller, ref)
  if (E.isLeft(authorized)) return authorized
  const { issuable } = authorized.right
  const diff = await validatedDiff(forge, issuable, wanted)
  if (E.isLeft(diff)) return diff
  const note = await noteOf(forge, authorized.right, wanted)
  if (E.isLeft(note)) return note
  const suggestions = await suggestionsIn(forge, issuable, diff.right?.position, wanted.body)
  if (E.isLeft(suggestions)) return suggestions
  const command: DiscussionCommand = {
    type: 'Start',
    note: note.right,
    suggestions: suggestions.right,
    projectId: issuable.project.project.id,
    noteableType: issuable.type,
    noteableId: issuable.id,
    individual,
    ...(diff.right === undefined ? {} : { diff: diff.right }),
  }
  // Derived from the command, so that a repeated command does not start a second thread.
  const id = forge.secrets.digest(`discussion ${caller.context.id}`).slice(0, 40)
  const done = await forge.aggregates.execute(discussion, id, command, caller.context)
  return E.isLeft(done) ? done : readNote(forge, issuable, note.right.noteId)
}

/** A further note in a discussion. */
export interface Reply extends DiscussionRef {
  readonly note: NewNote
}

/** Replies in a discussion. Rejections: as `startDiscussion`; `NotFound` (Discussion); `BadRequest` for system notes. */
export const reply: UseCase<Reply, NoteRow> = async (forge, caller, { ref, discussionId, note: wanted }) => {
  const authorized = authorizeNote(forge, caller, ref)
  if (E.isLeft(authorized)) return authorized
  const { issuable } = authorized.right
  const first = findThreadToReply(forge, issuable, discussionId)
  if (E.isLeft(first)) return first
  // A reply to an internal note is internal too.
  const internal = wanted.internal || first.right.internal
  const note = await noteOf(forge, authorized.right, { ...wanted, internal })
  if (E.isLeft(note)) return note
  const suggestions = await suggestionsIn(forge, issuable, first.right.discussion.diff?.position, wanted.body)
  if (E.isLeft(suggestions)) return suggestions
  const command = { type: 'Reply', note: note.right, suggestions: suggestions.right } as const
  const done = await forge.aggregates.execute(discussion, discussionId, command, caller.context)
  return E.isLeft(done) ? done : readNote(forge, issuable, note.right.noteId)
}

/** A note that the caller may change, as its author or as a maintainer. */
const ownNote = (
  forge: Forge,
  caller: Caller,
  ref: IssuableRef,
  noteId: number,
): E.Either<Rejection, NoteAuthorization & { readonly row: NoteRow }> => {
  const authorized = authorizeNote(forge, caller, ref)
  if (E.isLeft(authorized)) return authorized
  const { issuable, user } = authorized.right
  const row = findNote(forge, issuable, noteId)
  if (row === undefined) return refuse(notFound('Note'))
  const may =
    row.system === undefined &&
    (row.authorId === user.userId || effectiveLevel(issuable.project.viewer) >= ACCESS.maintainer)
  return may ? E.right({ ...authorized.right, row }) : refuse(forbidden())
}

/** A change of a note. */
export interface EditNote extends NoteRef {
  /** Undefined: unchanged. */
  readonly body: string | undefined
  /** Undefined: unchanged. */
  readonly internal?: boolean | undefined
}

/**
 * Changes the text and the confidentiality of a note, as far as they are given. Rejections: `NotFound` (Project, MergeRequest, Issue, Note);
 * `Forbidden`; `BadRequest` (blank).
 */
export const editNote: UseCase<EditNote, NoteRow> = async (forge, caller, { ref, noteId, body: given, internal }) => {
  const own = ownNote(forge, caller, ref, noteId)
  if (E.isLeft(own)) return own
  const { row, user, issuable } = own.right
  const body = given ?? (await wholeNote(forge, row.body))
  const wrong = textRefusal(body)
  if (wrong !== undefined) return refuse(wrong)
  const isSame = given === undefined || given === (await wholeNote(forge, row.body))
  if (isSame && (internal ?? row.internal) === row.internal) return E.right(row)
  const text = given === undefined ? row.body : await noteBody(forge, body)
  const spoken = mentionsAndReferences(forge, { principal: user, projectId: issuable.project.project.id }, body)
  const seen = internal === undefined || !writesInternalNotes(issuable.project) ? {} : { internal }
  const at = row.discussion.diff?.position
  const made = given === undefined ? E.right(undefined) : await suggestionsIn(forge, issuable, at, body)
  if (E.isLeft(made)) return made
  const suggested = made.right === undefined ? {} : { suggestions: made.right }
  const command = { type: 'Edit', noteId, body: text, ...spoken, ...seen, ...suggested, by: user.userId } as const
  const done = await forge.aggregates.execute(discussion, row.discussion.id, command, caller.context)
  return E.isLeft(done) ? done : readNote(forge, issuable, noteId)
}

/** Which note to delete. */
export interface DeleteNote extends NoteRef {
  /** When the caller last read it: a note changed later is not deleted. */
  readonly unmodifiedSince?: Instant | undefined
}

/**
 * Deletes a note. Rejections: `NotFound` (Project, MergeRequest, Issue, Note); `Forbidden`; `PreconditionFailed` where it was changed later
 * than `unmodifiedSince`.
 */
export const deleteNote: UseCase<DeleteNote, void> = async (forge, caller, { ref, noteId, unmodifiedSince }) => {
  const own = ownNote(forge, caller, ref, noteId)
  if (E.isLeft(own)) return own
  const { row, user } = own.right
  if (isAfter(row.updatedAt, unmodifiedSince)) return refuse(preconditionFailed)
  const command = { type: 'DeleteNote', noteId, by: user.userId } as const
  const done = await forge.aggregates.execute(discussion, row.discussion.id, command, caller.context)
  return E.isLeft(done) ? done : E.right(undefined)
}
