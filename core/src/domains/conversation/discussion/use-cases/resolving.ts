import * as E from 'fp-ts/lib/Either.js'
import type { UseCase } from '../../../../app/forge.js'
import { forbidden, notFound, refuse } from '../../../../kernel/index.js'
import { authorizeNote, findNote, findThread, mayResolve, readNote } from '../access.js'
import { discussion, notResolvable } from '../decider.js'
import type { NoteRow } from '../queries.js'
import type { DiscussionRef, NoteRef } from './read.js'

/** Whether a note is to be resolved. */
export interface ResolveNote extends NoteRef {
  readonly resolved: boolean
}

/**
 * Resolves one note of a thread, or reopens it: for its author and for users who may resolve the thread. Rejections: `NotFound` (Project,
 * MergeRequest, Issue, Note); `Forbidden`; `BadRequest` for notes that cannot be resolved.
 */
export const resolveNote: UseCase<ResolveNote, NoteRow> = async (forge, caller, { ref, noteId, resolved }) => {
  const authorized = authorizeNote(forge, caller, ref)
  if (E.isLeft(authorized)) return authorized
  const { issuable, user } = authorized.right
  const row = findNote(forge, issuable, noteId)
  if (row === undefined) return refuse(notFound('Note'))
  if (row.authorId !== user.userId && !mayResolve(authorized.right)) return refuse(forbidden())
  if (issuable.type !== 'MergeRequest' || row.system !== undefined) return refuse(notResolvable)
  const command = { type: 'ResolveNote', noteId, resolved, by: user.userId } as const
  const done = await forge.aggregates.execute(discussion, row.discussion.id, command, caller.context)
  return E.isLeft(done) ? done : readNote(forge, issuable, noteId)
}

/** Whether a thread is to be resolved. */
export interface ResolveDiscussion extends DiscussionRef {
  readonly resolved: boolean
}

/**
 * Resolves a thread, or reopens it: for the author of the merge request, developers and above. Rejections: `NotFound` (Project, MergeRequest,
 * Issue, Discussion); `Forbidden`.
 */
export const resolveDiscussion: UseCase<ResolveDiscussion, ReadonlyArray<NoteRow>> = async (forge, caller, input) => {
  const { ref, discussionId, resolved } = input
  const authorized = authorizeNote(forge, caller, ref)
  if (E.isLeft(authorized)) return authorized
  const { issuable, user } = authorized.right
  const thread = () => findThread(forge, issuable, discussionId)
  if (thread().length === 0) return refuse(notFound('Discussion'))
  if (!mayResolve(authorized.right)) return refuse(forbidden())
  const command = { type: 'Resolve', resolved, by: user.userId } as const
  const done = await forge.aggregates.execute(discussion, discussionId, command, caller.context)
  return E.isLeft(done) ? done : E.right(thread())
}
