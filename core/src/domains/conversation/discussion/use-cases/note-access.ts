import * as E from 'fp-ts/lib/Either.js'
import { ACCESS, effectiveLevel, type Principal } from '../../../../access/index.js'
import type { SignedIn } from '../../../../access/principal.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge } from '../../../../app/forge.js'
import { forbidden, notFound, type Rejection, refuse, unauthenticated, unavailable } from '../../../../kernel/index.js'
import type { IssuableType } from '../../../issuable/event-fields.js'
import { findIssue } from '../../../planning/issue/use-cases/read.js'
import { findProject, mayInProject, type ProjectAccess, type ProjectRef } from '../../../projects/project/access.js'
import { findMergeRequest } from '../../../review/merge-request/use-cases/find.js'
import type { ForeignSource, NoteRow, NoteSight } from '../queries.js'

/** A merge request or an issue as the API names it. */
export interface NoteableRef {
  readonly type: IssuableType
  readonly project: ProjectRef
  readonly iid: number
}

/** Something people talk about, found for somebody. */
export interface Noteable {
  readonly type: IssuableType
  readonly id: number
  readonly iid: number
  readonly project: ProjectAccess
  readonly authorId: number
  readonly locked: boolean
  /** For whom it was found. */
  readonly principal: Principal
}

/** Finds what the caller may read; what is hidden is told as what notes call it. Rejections: `NotFound` (Project, MergeRequest, Issue). */
export const findTalk = (forge: Forge, principal: Principal, ref: NoteableRef): E.Either<Rejection, Noteable> => {
  const found = findNoteable(forge, principal, ref)
  return E.isLeft(found) && found.left.kind === 'RecordNotFound' ? refuse(notFound(ref.type)) : found
}

/** Finds what the caller may read. Rejections: `NotFound` (Project); `RecordNotFound`. */
export const findNoteable = (
  forge: Forge,
  principal: Principal,
  { type, project, iid }: NoteableRef,
): E.Either<Rejection, Noteable> => {
  if (type === 'MergeRequest') {
    const found = findMergeRequest(forge, principal, { project, iid }, 'hidden')
    if (E.isLeft(found)) return found
    const { row, target } = found.right
    const locked = row.discussionLocked === true
    return E.right({ type, id: row.id, iid, project: target, authorId: row.authorId, locked, principal })
  }
  const found = findIssue(forge, principal, { project, iid })
  if (E.isLeft(found)) return found
  const { row, facts } = found.right
  const locked = row.discussionLocked === true
  return E.right({ type, id: row.id, iid, project: facts.project, authorId: row.authorId, locked, principal })
}

/** A note on it that the caller may read. */
export const findNote = (forge: Forge, noteable: Noteable, noteId: number): NoteRow | undefined => {
  const row = forge.read.discussions.note(noteable.type, noteable.id, noteId)
  return row !== undefined && isInSight(row, noteSight(forge, noteable)) ? row : undefined
}

/** The notes of a discussion of it that the caller may read, oldest first. */
export const findThread = (forge: Forge, noteable: Noteable, discussionId: string): ReadonlyArray<NoteRow> => {
  const notes = forge.read.discussions.thread(noteable.type, noteable.id, discussionId)
  const sight = noteSight(forge, noteable)
  return notes.filter((row) => isInSight(row, sight))
}

/** Several discussions of it as the caller may read them, in the order of their ids. */
export const findThreads = (
  forge: Forge,
  noteable: Noteable,
  discussionIds: ReadonlyArray<string>,
): ReadonlyArray<ReadonlyArray<NoteRow>> => {
  const threads = forge.read.discussions.threads(noteable.type, noteable.id, discussionIds)
  const sight = noteSight(forge, noteable)
  return discussionIds.map((id) => (threads.get(id) ?? []).filter((row) => isInSight(row, sight)))
}

/** Whoever reads may speak; a locked discussion is for members. */
export const mayNote = ({ project, locked }: Noteable): boolean =>
  mayInProject(project, 'create_note') && (!locked || effectiveLevel(project.viewer) >= ACCESS.guest)

/** Internal notes are for reporters and above. */
export const maySeeInternal = ({ project }: Pick<Noteable, 'project'>): boolean =>
  effectiveLevel(project.viewer) >= ACCESS.reporter

const READING = { MergeRequest: 'read_merge_request', Issue: 'read_issue' } as const

const isHidden = (forge: Forge, principal: Principal, { by, projectId }: ForeignSource): boolean => {
  const found = findProject(forge, principal, projectId)
  return E.isLeft(found) || !mayInProject(found.right, READING[by])
}

/** Which of its notes the caller may read: that something speaks of it is for those who read such things there. */
export const noteSight = (forge: Forge, noteable: Noteable): NoteSight => ({
  internal: maySeeInternal(noteable),
  mergeRequests: mayInProject(noteable.project, 'read_merge_request'),
  hidden: forge.read.discussions
    .foreignSources(noteable.type, noteable.id)
    .filter((source) => isHidden(forge, noteable.principal, source)),
})

/** Whether somebody with this sight sees the note. */
const isInSight = ({ internal, system }: NoteRow, sight: NoteSight): boolean => {
  if (internal && !sight.internal) return false
  if (system === undefined || !('by' in system)) return true
  const { by, projectId } = system
  if (projectId === undefined) return sight.mergeRequests || by !== 'MergeRequest'
  return !sight.hidden.some((one) => one.by === by && one.projectId === projectId)
}

/** Somebody, and what they may speak about. */
export interface Speaking {
  readonly noteable: Noteable
  readonly user: SignedIn
}

/** Somebody who may speak about something. Rejections: `Unauthenticated`; `NotFound` (Project, MergeRequest, Issue); `Forbidden`. */
export const speaker = (forge: Forge, { principal }: Caller, ref: NoteableRef): E.Either<Rejection, Speaking> => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found = findTalk(forge, principal, ref)
  if (E.isLeft(found)) return found
  return mayNote(found.right) ? E.right({ noteable: found.right, user: principal }) : refuse(forbidden())
}

/** A note as the read model shows it now. Rejections: `Unavailable`. */
export const written = (forge: Forge, { type, id }: Noteable, noteId: number): E.Either<Rejection, NoteRow> => {
  const row = forge.read.discussions.note(type, id, noteId)
  return row === undefined ? refuse(unavailable('the read model does not show the note')) : E.right(row)
}
