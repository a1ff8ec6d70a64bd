import * as E from 'fp-ts/lib/Either.js'
import { ACCESS } from '../../../access/access-level.js'
import type { Principal, SignedIn } from '../../../access/principal.js'
import { effectiveLevel } from '../../../access/project-policy.js'
import type { Caller } from '../../../app/caller.js'
import type { Forge, Query } from '../../../app/forge.js'
import { shownRow } from '../../../app/shown-row.js'
import { badRequest, forbidden, notFound, type Rejection, refuse, unauthenticated } from '../../../kernel/rejection.js'
import { findIssuable, type Issuable, type IssuableRef } from '../../issuable/issuable.js'
import { readsInternalNotes } from '../../issuable/participants.js'
import { findProject, mayInProject } from '../../projects/project/access.js'
import type { ConfidentialSource, CrossProjectSource, NoteRow, NoteVisibility } from './queries.js'

/** An issuable whose notes the caller may read; a hidden one is refused by its kind. Rejections: `NotFound` (Project, MergeRequest, Issue). */
export const findNoteable: Query<IssuableRef, Issuable> = (forge, caller, ref) => {
  const found = findIssuable(forge, caller, ref)
  return E.isLeft(found) && found.left.kind === 'RecordNotFound' ? refuse(notFound(ref.type)) : found
}

/** A note on the issuable that the caller may read. */
export const findNote = (forge: Forge, issuable: Issuable, noteId: number): NoteRow | undefined => {
  const row = forge.read.discussions.note(issuable.type, issuable.id, noteId)
  return row !== undefined && isVisible(row, noteVisibility(forge, issuable)) ? row : undefined
}

/** The notes of one of its discussions that the caller may read, oldest first. */
export const findThread = (forge: Forge, issuable: Issuable, discussionId: string): ReadonlyArray<NoteRow> => {
  const notes = forge.read.discussions.thread(issuable.type, issuable.id, discussionId)
  const sight = noteVisibility(forge, issuable)
  return notes.filter((row) => isVisible(row, sight))
}

/** Users who may read the issuable may comment on it; while the discussion is locked, members only. */
const mayNote = ({ project, discussionLocked }: Issuable): boolean =>
  mayInProject(project, 'create_note') && (!discussionLocked || effectiveLevel(project.viewer) >= ACCESS.guest)

const READING = { MergeRequest: 'read_merge_request', Issue: 'read_issue' } as const

const isHidden = (forge: Forge, principal: Principal, { by, projectId }: CrossProjectSource): boolean => {
  const found = findProject(forge, principal, projectId)
  return E.isLeft(found) || !mayInProject(found.right, READING[by])
}

const hiddenSources = (forge: Forge, { type, id, principal, project }: Issuable): NoteVisibility['hidden'] => {
  const { discussions } = forge.read
  const isUnread = ({ projectId, iid }: ConfidentialSource): boolean =>
    E.isLeft(findIssuable(forge, { principal }, { type: 'Issue', project: projectId ?? project.project.id, iid }))
  return [
    ...discussions.crossProjectSources(type, id).filter((source) => isHidden(forge, principal, source)),
    ...discussions.confidentialSources(type, id).filter(isUnread),
  ]
}

/**
 * Which of its notes the caller may read: a mention is shown to those who may read features of its project, and a mention by a confidential
 * issue to the readers of that issue.
 */
export const noteVisibility = (forge: Forge, issuable: Issuable): NoteVisibility => ({
  internal: readsInternalNotes(issuable.project),
  mergeRequests: mayInProject(issuable.project, 'read_merge_request'),
  hidden: hiddenSources(forge, issuable),
})

/** Whether the note is visible under this visibility. */
export const isVisible = ({ internal, system }: NoteRow, sight: NoteVisibility): boolean => {
  if (internal && !sight.internal) return false
  if (system === undefined || !('by' in system)) return true
  const { by, projectId = null, iid } = system
  if (projectId === null && by === 'MergeRequest') return sight.mergeRequests
  return !sight.hidden.some(
    (one) => one.by === by && one.projectId === projectId && (!('iid' in one) || one.iid === iid),
  )
}

/** A signed-in user and an issuable that they may write notes on. */
export interface NoteAuthorization {
  readonly issuable: Issuable
  readonly user: SignedIn
}

/** Authorises writing a note. Rejections: `Unauthenticated`; `NotFound` (Project, MergeRequest, Issue); `Forbidden`. */
export const authorizeNote = (
  forge: Forge,
  { principal }: Caller,
  ref: IssuableRef,
): E.Either<Rejection, NoteAuthorization> => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found = findNoteable(forge, { principal }, ref)
  if (E.isLeft(found)) return found
  return mayNote(found.right) ? E.right({ issuable: found.right, user: principal }) : refuse(forbidden())
}

/** Whether the user may resolve threads: the author of the issuable, developers and above. */
export const mayResolve = ({ issuable, user }: NoteAuthorization): boolean =>
  issuable.authorId === user.userId || effectiveLevel(issuable.project.viewer) >= ACCESS.developer

/** A note as the read model shows it. Rejections: `Unavailable`. */
export const readNote = (forge: Forge, { type, id }: Issuable, noteId: number): E.Either<Rejection, NoteRow> => {
  return shownRow(forge.read.discussions.note(type, id, noteId), 'note')
}

/** The first note of a discussion that can be replied to. Rejections: `NotFound` (Discussion); `BadRequest` for system notes. */
export const findThreadToReply = (
  forge: Forge,
  issuable: Issuable,
  discussionId: string,
): E.Either<Rejection, NoteRow> => {
  const [first] = findThread(forge, issuable, discussionId)
  if (first === undefined) return refuse(notFound('Discussion'))
  return first.system === undefined ? E.right(first) : refuse(badRequest('Discussion can not be replied to.'))
}
