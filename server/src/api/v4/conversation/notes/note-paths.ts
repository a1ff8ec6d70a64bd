import type { NoteRow } from '@forgefold/core/domains/conversation/discussion'
import type { NoteOutcome, Outcome } from '@forgefold/core/domains/conversation/quick-action'
import type { IssuableRef, IssuableType } from '@forgefold/core/domains/issuable'
import type { Instant, Rejection } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  accepted,
  boolean,
  type Context,
  datetime,
  integer,
  optional,
  required,
  respondAsync,
  string,
} from '../../../../http/index.js'
import { projectId } from '../../path-ids.js'
import { presentNote } from './presenter.js'
import { quickActionsShape } from './shape.js'

/** Where the notes of one kind of issuable are. */
export interface NotePaths {
  readonly type: IssuableType
  /** The plural, as paths have it. */
  readonly path: string
  /** The noun, in sentences. */
  readonly what: string
}

/** The paths of both kinds of issuables. */
export const NOTE_PATHS: ReadonlyArray<NotePaths> = [
  { type: 'MergeRequest', path: '/projects/:id/merge_requests/:noteable_iid', what: 'merge request' },
  { type: 'Issue', path: '/projects/:id/issues/:noteable_iid', what: 'issue' },
]

/** The path parameters of an issuable. */
export const issuableParams = ({ what }: NotePaths) => ({
  id: projectId,
  noteable_iid: required(integer(), `The number of the ${what} in its project`),
})

/** The issuable that the parameters of a path name. */
export const refFrom =
  ({ type }: NotePaths) =>
  (params: { readonly id: string; readonly noteable_iid: number }): IssuableRef => ({
    type,
    project: params.id,
    iid: params.noteable_iid,
  })

/** What all routes of notes share. */
export const SHARED = { area: 'Notes', caller: 'user' } as const

/** `:discussion_id` of a discussion. */
export const discussionId = required(string(), 'The 40 digits of the discussion')
/** `:note_id` of a note. */
export const noteId = required(integer(), 'The number of the note')
/** The text of a note. */
const body = required(string(), 'What is said')

/** The parameters of a new note. */
export const wanted = {
  body,
  created_at: optional(datetime(), 'When it was said; owners only'),
  confidential: optional(boolean(), 'Whether only reporters and above may see it'),
  internal: optional(boolean(), 'Whether only reporters and above may see it'),
}

/** A new note, as use cases take it. */
export const newNote = (params: {
  readonly body: string
  readonly created_at: Instant | undefined
  readonly confidential: boolean | undefined
  readonly internal: boolean | undefined
}) => ({
  body: params.body,
  internal: params.internal ?? params.confidential ?? false,
  createdAt: params.created_at,
})

/** The result of a new note: the note, or the effects of its quick actions. */
export const answerOutcome = async (
  { forge }: Context,
  outcome: E.Either<Rejection, NoteOutcome>,
  iid: number,
  status: number,
): Promise<Answer> => {
  if (E.isLeft(outcome)) return outcome
  if (outcome.right.kind === 'actions') return answerActions(outcome.right)
  return E.right({
    status,
    json: await presentNote(forge, { row: outcome.right.note, iid, changes: outcome.right.changes }),
  })
}

/** The answer to a note of quick actions only. */
export const QUICK_ACTIONS = { 202: { description: 'What quick actions did', schemaFor: quickActionsShape } }

/** Answers that the text held quick actions only, so that no note was created. */
export const answerActions = ({ changes, summary }: Outcome): Answer => accepted({ commands_changes: changes, summary })

/** Answers with a note. */
export const answerNote = async (
  { forge }: Context,
  result: E.Either<Rejection, NoteRow>,
  iid: number,
  status = 200,
): Promise<Answer> => respondAsync((row: NoteRow) => presentNote(forge, { row, iid }), status)(result)
