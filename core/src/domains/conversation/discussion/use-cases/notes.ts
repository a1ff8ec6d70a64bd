import * as E from 'fp-ts/lib/Either.js'
import { ACCESS, effectiveLevel } from '../../../../access/index.js'
import type { Caller } from '../../../../app/caller.js'
import type { CommandContext } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import {
  badRequest,
  forbidden,
  type Instant,
  isAfter,
  notFound,
  preconditionFailed,
  type Rejection,
  refuse,
} from '../../../../kernel/index.js'
import { mentionsAndReferences } from '../../../issuable/references.js'
import type { DiscussionCommand } from '../commands.js'
import { discussion } from '../decider.js'
import type { NoteData, StartedData } from '../events.js'
import type { NoteRow } from '../queries.js'
import {
  findNote,
  findThread,
  maySeeInternal,
  type Noteable,
  type NoteableRef,
  type Speaking,
  speaker,
  written,
} from './note-access.js'
import { soundPosition } from './positions.js'
import { noteBody, textRefusal } from './texts.js'

/** A note as somebody says it. */
export interface NewNote {
  readonly body: string
  readonly internal: boolean
  /** Only owners may say when it was. */
  readonly createdAt?: Instant | undefined
  /** Where in the diff of the merge request; its commit where it was said in the diff of one. */
  readonly diff?: StartedData['diff'] | undefined
}

const noteOf = async (
  forge: Forge,
  { noteable, user }: Speaking,
  { body, internal }: NewNote,
): Promise<E.Either<Rejection, NoteData>> => {
  const wrong = textRefusal(body)
  if (wrong !== undefined) return refuse(wrong)
  const noteId = await forge.numbers.next('note')
  if (E.isLeft(noteId)) return noteId
  return E.right({
    noteId: noteId.right,
    authorId: user.userId,
    body: await noteBody(forge, body),
    internal: internal && maySeeInternal(noteable),
    ...mentionsAndReferences(forge, { principal: user, projectId: noteable.project.project.id }, body),
  })
}

const timeOf = ({ noteable }: Speaking, { createdAt }: NewNote, context: CommandContext): CommandContext =>
  createdAt !== undefined && effectiveLevel(noteable.project.viewer) >= ACCESS.owner
    ? { ...context, at: createdAt }
    : context

/** Only what is said about a merge request can be about lines, and only where its diff has them. */
const soundDiff = async (
  forge: Forge,
  { type, project }: Noteable,
  { body, diff }: NewNote,
): Promise<E.Either<Rejection, StartedData['diff']>> => {
  if (diff === undefined || type !== 'MergeRequest' || body.trim() === '') return E.right(undefined)
  const position = await soundPosition(forge, project.project.id, diff.position)
  return E.isLeft(position) ? position : E.right(diff)
}

/** Begins a discussion: a note by itself (`individual`), or a thread that can be resolved. Rejections: `NotFound` (Project, MergeRequest, Issue); `Forbidden`; `BadRequest` (blank; a position that the diff does not have). */
export const startDiscussion = async (
  forge: Forge,
  caller: Caller,
  ref: NoteableRef,
  wanted: NewNote,
  individual: boolean,
): UseCaseResult<NoteRow> => {
  const speaking = speaker(forge, caller, ref)
  if (E.isLeft(speaking)) return speaking
  const { noteable } = speaking.right
  const diff = await soundDiff(forge, noteable, wanted)
  if (E.isLeft(diff)) return diff
  const note = await noteOf(forge, speaking.right, wanted)
  if (E.isLeft(note)) return note
  const command: DiscussionCommand = {
    type: 'Start',
    note: note.right,
    projectId: noteable.project.project.id,
    noteableType: noteable.type,
    noteableId: noteable.id,
    individual,
    ...(diff.right === undefined ? {} : { diff: diff.right }),
  }
  const id = forge.secrets.digest(forge.ids.uuid()).slice(0, 40)
  const context = timeOf(speaking.right, wanted, caller.context)
  const done = await forge.aggregates.execute(discussion, id, command, context)
  return E.isLeft(done) ? done : written(forge, noteable, note.right.noteId)
}

/** The first note of a discussion that may be answered. Rejections: `NotFound` (Discussion); `BadRequest` where the forge itself spoke. */
export const answerable = (forge: Forge, noteable: Noteable, discussionId: string): E.Either<Rejection, NoteRow> => {
  const [first] = findThread(forge, noteable, discussionId)
  if (first === undefined) return refuse(notFound('Discussion'))
  return first.system === undefined ? E.right(first) : refuse(badRequest('Discussion can not be replied to.'))
}

/** Answers in a discussion. Rejections: as `startDiscussion`; `NotFound` (Discussion); `BadRequest` where the forge itself spoke. */
export const reply = async (
  forge: Forge,
  caller: Caller,
  ref: NoteableRef,
  discussionId: string,
  wanted: NewNote,
): UseCaseResult<NoteRow> => {
  const speaking = speaker(forge, caller, ref)
  if (E.isLeft(speaking)) return speaking
  const { noteable } = speaking.right
  const first = answerable(forge, noteable, discussionId)
  if (E.isLeft(first)) return first
  // What answers something internal is as internal as that.
  const internal = wanted.internal || first.right.internal
  const note = await noteOf(forge, speaking.right, { ...wanted, internal })
  if (E.isLeft(note)) return note
  const context = timeOf(speaking.right, wanted, caller.context)
  const command = { type: 'Reply', note: note.right } as const
  const done = await forge.aggregates.execute(discussion, discussionId, command, context)
  return E.isLeft(done) ? done : written(forge, noteable, note.right.noteId)
}

/** A note that the caller may change: its author, or a maintainer. */
const ownNote = (
  forge: Forge,
  caller: Caller,
  ref: NoteableRef,
  noteId: number,
): E.Either<Rejection, Speaking & { readonly row: NoteRow }> => {
  const speaking = speaker(forge, caller, ref)
  if (E.isLeft(speaking)) return speaking
  const { noteable, user } = speaking.right
  const row = findNote(forge, noteable, noteId)
  if (row === undefined) return refuse(notFound('Note'))
  const may =
    row.system === undefined &&
    (row.authorId === user.userId || effectiveLevel(noteable.project.viewer) >= ACCESS.maintainer)
  return may ? E.right({ ...speaking.right, row }) : refuse(forbidden())
}

/** Changes the text of a note and, where `internal` is given, who may see it. Rejections: `NotFound` (Project, MergeRequest, Issue, Note); `Forbidden`; `BadRequest` (blank). */
export const editNote = async (
  forge: Forge,
  caller: Caller,
  ref: NoteableRef,
  noteId: number,
  body: string,
  internal?: boolean,
): UseCaseResult<NoteRow> => {
  const own = ownNote(forge, caller, ref, noteId)
  if (E.isLeft(own)) return own
  const { row, user, noteable } = own.right
  const wrong = textRefusal(body)
  if (wrong !== undefined) return refuse(wrong)
  const text = await noteBody(forge, body)
  const spoken = mentionsAndReferences(forge, { principal: user, projectId: noteable.project.project.id }, body)
  const seen = internal === undefined || !maySeeInternal(noteable) ? {} : { internal }
  const command = { type: 'Edit', noteId, body: text, ...spoken, ...seen, by: user.userId } as const
  const done = await forge.aggregates.execute(discussion, row.discussion.id, command, caller.context)
  return E.isLeft(done) ? done : written(forge, noteable, noteId)
}

/** Deletes a note. Rejections: `NotFound` (Project, MergeRequest, Issue, Note); `Forbidden`; `PreconditionFailed` where it was changed later than that. */
export const deleteNote = async (
  forge: Forge,
  caller: Caller,
  ref: NoteableRef,
  noteId: number,
  unmodifiedSince?: Instant,
): UseCaseResult<void> => {
  const own = ownNote(forge, caller, ref, noteId)
  if (E.isLeft(own)) return own
  const { row, user } = own.right
  if (isAfter(row.updatedAt, unmodifiedSince)) return refuse(preconditionFailed)
  const command = { type: 'DeleteNote', noteId, by: user.userId } as const
  const done = await forge.aggregates.execute(discussion, row.discussion.id, command, caller.context)
  return E.isLeft(done) ? done : E.right(undefined)
}
