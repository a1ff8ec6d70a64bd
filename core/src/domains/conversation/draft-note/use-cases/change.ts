import * as E from 'fp-ts/lib/Either.js'
import { createStream } from '../../../../app/create-stream.js'
import type { Forge, UseCase } from '../../../../app/forge.js'
import { shownRow } from '../../../../app/shown-row.js'
import { badRequest, invalid, type Rejection, refuse } from '../../../../kernel/index.js'
import type { IssuableRef } from '../../../issuable/issuable.js'
import { authorizeNote, findThread, mayResolve, type NoteAuthorization } from '../../discussion/access.js'
import type { DiffPosition } from '../../discussion/position/index.js'
import { noteBody, textFindings } from '../../discussion/steps/note-texts.js'
import { validPosition } from '../../discussion/steps/positions.js'
import { draftNote } from '../aggregate.js'
import type { DraftNoteRow } from '../queries.js'
import { type DraftNoteRef, getDraftNote } from './read.js'

/** A new draft. */
export interface NewDraftNote {
  readonly ref: IssuableRef
  readonly text: string
  /** The thread that it replies to. */
  readonly discussionId: string | null
  /** Whether publishing it resolves that thread. */
  readonly resolves: boolean
  readonly position: DiffPosition | null
  readonly commitId: string | null
}

const threadErrors = (
  forge: Forge,
  authorization: NoteAuthorization,
  { discussionId, resolves }: NewDraftNote,
): Rejection | undefined => {
  if (discussionId === null) return undefined
  if (findThread(forge, authorization.issuable, discussionId).length === 0)
    return invalid({ base: ['Thread to reply to cannot be found'] })
  return resolves && !mayResolve(authorization)
    ? invalid({ base: ['User is not allowed to resolve thread'] })
    : undefined
}

const validatedPosition = async (forge: Forge, projectId: number, position: DiffPosition | null) =>
  position === null ? E.right(null) : validPosition(forge, projectId, position)

const textWrong = (text: string): Rejection | undefined => {
  const wrong = textFindings(text)
  return wrong === undefined ? undefined : badRequest(`Note ${wrong}`)
}

const shown = (forge: Forge, row: Pick<DraftNoteRow, 'mergeRequestId' | 'authorId'>, id: number) => {
  return shownRow(forge.read.draftNotes.find(row, id), 'draft')
}

/**
 * Creates a draft. Rejections: as `authorizeNote`; `Invalid` (note; base: a thread that does not exist or that the caller may not resolve);
 * `BadRequest` (a position that the diff does not have).
 */
export const createDraftNote: UseCase<NewDraftNote, DraftNoteRow> = async (forge, caller, input) => {
  const authorized = authorizeNote(forge, caller, input.ref)
  if (E.isLeft(authorized)) return authorized
  const wrong = textWrong(input.text) ?? threadErrors(forge, authorized.right, input)
  if (wrong !== undefined) return refuse(wrong)
  const { issuable, user } = authorized.right
  const projectId = issuable.project.project.id
  const position = await validatedPosition(forge, projectId, input.position)
  if (E.isLeft(position)) return position
  const noteId = await forge.numbers.next('note')
  if (E.isLeft(noteId)) return noteId
  const data = {
    projectId,
    mergeRequestId: issuable.id,
    authorId: user.userId,
    noteId: noteId.right,
    discussionId: input.discussionId,
    resolves: input.discussionId !== null && input.resolves,
    commitId: input.commitId,
    body: await noteBody(forge, input.text),
    position: position.right,
  }
  const made = await createStream(forge, draftNote, 'draft_note', { type: 'Create', ...data }, caller.context)
  return E.isLeft(made) ? made : shown(forge, data, made.right.id)
}

/** A change of a draft. */
export interface ChangeDraftNote extends DraftNoteRef {
  readonly text?: string | undefined
  readonly position?: DiffPosition | undefined
}

/** Changes a draft. Rejections: `NotFound` (Project, MergeRequest); `RecordNotFound`; `Forbidden`; `Invalid` (note); `BadRequest`. */
export const changeDraftNote: UseCase<ChangeDraftNote, DraftNoteRow> = async (forge, caller, input) => {
  const authorized = authorizeNote(forge, caller, input.ref)
  if (E.isLeft(authorized)) return authorized
  const row = getDraftNote(forge, caller, input)
  if (E.isLeft(row)) return row
  const wrong = input.text === undefined ? undefined : textWrong(input.text)
  if (wrong !== undefined) return refuse(wrong)
  const position = await validatedPosition(forge, row.right.projectId, input.position ?? null)
  if (E.isLeft(position)) return position
  const changes = {
    body: input.text === undefined ? undefined : await noteBody(forge, input.text),
    position: position.right ?? undefined,
  }
  const done = await forge.aggregates.execute(draftNote, row.right.id, { type: 'Change', changes }, caller.context)
  return E.isLeft(done) ? done : shown(forge, row.right, row.right.id)
}

/** Deletes a draft. Rejections: `NotFound` (Project, MergeRequest); `RecordNotFound`; `Forbidden`. */
export const deleteDraftNote: UseCase<DraftNoteRef, void> = async (forge, caller, ref) => {
  const authorized = authorizeNote(forge, caller, ref.ref)
  if (E.isLeft(authorized)) return authorized
  const row = getDraftNote(forge, caller, ref)
  if (E.isLeft(row)) return row
  const gone = await forge.aggregates.execute(draftNote, row.right.id, { type: 'Delete' }, caller.context)
  return E.isLeft(gone) ? gone : E.right(undefined)
}
