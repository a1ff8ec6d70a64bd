import * as E from 'fp-ts/lib/Either.js'
import type { Query } from '../../../../app/forge.js'
import { recordNotFound, refuse, unauthenticated } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import type { IssuableRef } from '../../../issuable/issuable.js'
import { findNoteable } from '../../discussion/access.js'
import type { DraftNoteRow } from '../queries.js'

/** Whose drafts: those of the caller on one merge request. */
export interface ListDraftNotes {
  readonly ref: IssuableRef
  readonly page: PageRequest
}

/** The caller's drafts on a merge request. Rejections: `Unauthenticated`; `NotFound` (Project, MergeRequest). */
export const listDraftNotes: Query<ListDraftNotes, Page<DraftNoteRow>> = (forge, { principal }, { ref, page }) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found = findNoteable(forge, { principal }, ref)
  if (E.isLeft(found)) return found
  return E.right(forge.read.draftNotes.list({ mergeRequestId: found.right.id, authorId: principal.userId }, page))
}

/** A draft as the API names it. */
export interface DraftNoteRef {
  readonly ref: IssuableRef
  readonly id: number
}

/** A draft of the caller. Rejections: `Unauthenticated`; `NotFound` (Project, MergeRequest); `RecordNotFound`, also for drafts of others. */
export const getDraftNote: Query<DraftNoteRef, DraftNoteRow> = (forge, { principal }, { ref, id }) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found = findNoteable(forge, { principal }, ref)
  if (E.isLeft(found)) return found
  const row = forge.read.draftNotes.find({ mergeRequestId: found.right.id, authorId: principal.userId }, id)
  return E.fromNullable(recordNotFound)(row)
}
