import * as E from 'fp-ts/lib/Either.js'
import type { Query } from '../../../../app/forge.js'
import { notFound } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import type { IssuableRef } from '../../../issuable/issuable.js'
import { findNote, findNoteable, findThread, isVisible, noteVisibility } from '../access.js'
import type { NoteFilter, NoteRow } from '../queries.js'

/** Which notes of an issuable a list contains. */
export interface ListNotes extends Pick<NoteFilter, 'orderBy' | 'sort' | 'only'> {
  readonly ref: IssuableRef
  readonly page: PageRequest
}

/** The notes of an issuable that the caller may read. Rejections: as `findNoteable`. */
export const listNotes: Query<ListNotes, Page<NoteRow>> = (forge, caller, { ref, page, ...order }) => {
  const found = findNoteable(forge, caller, ref)
  if (E.isLeft(found)) return found
  const filter = { noteableType: ref.type, noteableId: found.right.id, ...noteVisibility(forge, found.right), ...order }
  return E.right(forge.read.discussions.notes(filter, page))
}

/** A note of an issuable as the API names it. */
export interface NoteRef {
  readonly ref: IssuableRef
  readonly noteId: number
}

/** One note. Rejections: as `findNoteable`; `NotFound` (Note). */
export const getNote: Query<NoteRef, NoteRow> = (forge, caller, { ref, noteId }) => {
  const found = findNoteable(forge, caller, ref)
  if (E.isLeft(found)) return found
  return E.fromNullable(notFound('Note'))(findNote(forge, found.right, noteId))
}

/** Which discussions of an issuable a list contains. */
export interface ListDiscussions {
  readonly ref: IssuableRef
  readonly page: PageRequest
}

/** The discussions of an issuable, oldest first, each with the notes that the caller may read. Rejections: as `findNoteable`. */
export const listDiscussions: Query<ListDiscussions, Page<ReadonlyArray<NoteRow>>> = (forge, caller, { ref, page }) => {
  const found = findNoteable(forge, caller, ref)
  if (E.isLeft(found)) return found
  const { type, id } = found.right
  const sight = noteVisibility(forge, found.right)
  const { rows: ids, total } = forge.read.discussions.list({ noteableType: type, noteableId: id, ...sight }, page)
  const threads = forge.read.discussions.threads(type, id, ids)
  return E.right({ rows: ids.map((one) => (threads.get(one) ?? []).filter((row) => isVisible(row, sight))), total })
}

/** A discussion of an issuable as the API names it. */
export interface DiscussionRef {
  readonly ref: IssuableRef
  readonly discussionId: string
}

/** The notes of one discussion, oldest first; empty where there is none. Rejections: as `findNoteable`. */
export const listDiscussionNotes: Query<DiscussionRef, ReadonlyArray<NoteRow>> = (forge, caller, input) => {
  const found = findNoteable(forge, caller, input.ref)
  return E.isLeft(found) ? found : E.right(findThread(forge, found.right, input.discussionId))
}
