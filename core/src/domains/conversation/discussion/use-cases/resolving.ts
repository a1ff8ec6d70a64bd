import * as E from 'fp-ts/lib/Either.js'
import { ACCESS, effectiveLevel } from '../../../../access/index.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { forbidden, notFound, refuse } from '../../../../kernel/index.js'
import { discussion, notResolvable } from '../decider.js'
import type { NoteRow } from '../queries.js'
import { findNote, findThread, type NoteableRef, type Speaking, speaker, written } from './note-access.js'

/** The author of what is talked about, developers and above. */
const mayResolve = ({ noteable, user }: Speaking): boolean =>
  noteable.authorId === user.userId || effectiveLevel(noteable.project.viewer) >= ACCESS.developer

/** Resolves one note of a thread, or opens it again: its author, and whoever may resolve the thread. Rejections: `NotFound` (Project, MergeRequest, Issue, Note); `Forbidden`; `BadRequest` where nobody has to resolve it. */
export const resolveNote = async (
  forge: Forge,
  caller: Caller,
  ref: NoteableRef,
  noteId: number,
  resolved: boolean,
): UseCaseResult<NoteRow> => {
  const speaking = speaker(forge, caller, ref)
  if (E.isLeft(speaking)) return speaking
  const { noteable, user } = speaking.right
  const row = findNote(forge, noteable, noteId)
  if (row === undefined) return refuse(notFound('Note'))
  if (row.authorId !== user.userId && !mayResolve(speaking.right)) return refuse(forbidden())
  if (noteable.type !== 'MergeRequest' || row.system !== undefined) return refuse(notResolvable)
  const command = { type: 'ResolveNote', noteId, resolved, by: user.userId } as const
  const done = await forge.aggregates.execute(discussion, row.discussion.id, command, caller.context)
  return E.isLeft(done) ? done : written(forge, noteable, noteId)
}

/** Resolves a thread, or opens it again: the author of the merge request, developers and above. Rejections: `NotFound` (Project, MergeRequest, Issue, Discussion); `Forbidden`. */
export const resolveDiscussion = async (
  forge: Forge,
  caller: Caller,
  ref: NoteableRef,
  discussionId: string,
  resolved: boolean,
): UseCaseResult<ReadonlyArray<NoteRow>> => {
  const speaking = speaker(forge, caller, ref)
  if (E.isLeft(speaking)) return speaking
  const { noteable, user } = speaking.right
  const thread = () => findThread(forge, noteable, discussionId)
  if (thread().length === 0) return refuse(notFound('Discussion'))
  if (!mayResolve(speaking.right)) return refuse(forbidden())
  const command = { type: 'Resolve', resolved, by: user.userId } as const
  const done = await forge.aggregates.execute(discussion, discussionId, command, caller.context)
  return E.isLeft(done) ? done : E.right(thread())
}
