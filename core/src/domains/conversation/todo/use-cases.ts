import * as E from 'fp-ts/lib/Either.js'
import { visibilityScopeOf } from '../../../access/index.js'
import type { Lookup, Query, UseCase, VisibleLookup } from '../../../app/forge.js'
import { shownRow } from '../../../app/shown-row.js'
import { notModified, recordNotFound, refuse, unauthenticated } from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { findIssuable, type IssuableRef, issuableById } from '../../issuable/issuable.js'
import { readsInternalNotes } from '../../issuable/participants.js'
import { findIssue } from '../../planning/issue/access.js'
import type { IssueRow } from '../../planning/issue/queries.js'
import { readsAcrossProjects } from '../../projects/project/external-access.js'
import type { ProjectRow } from '../../projects/project/queries.js'
import { findMergeRequest } from '../../review/merge-request/access.js'
import type { MergeRequestRow } from '../../review/merge-request/queries.js'
import { ensureChecked } from '../../review/merge-request/use-cases/merge-ref.js'
import type { NoteRow } from '../discussion/queries.js'
import type { TodoFilter, TodoRow } from './queries.js'
import { completeTodo, create, isPending } from './steps/record-todo.js'

/** Which of the caller's to-dos a list contains. */
export interface ListTodos extends Omit<TodoFilter, 'userId' | 'visibleTo'> {
  readonly page: PageRequest
}

/** The caller's to-dos about what they may see. Rejections: `Unauthenticated`. */
export const listTodos: Query<ListTodos, Page<TodoRow>> = (forge, { principal }, { page, ...filter }) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  if (!readsAcrossProjects(forge, principal)) return E.right({ rows: [], total: 0 })
  const whose = { userId: principal.userId, visibleTo: visibilityScopeOf(principal) }
  return E.right(forge.read.todos.list({ ...filter, ...whose }, page))
}

/** Whether the caller may see what a to-do is about, and the note that led to it. */
export const maySeeTodo: VisibleLookup<TodoRow, boolean> = (forge, { principal }, row) => {
  const about = issuableById(forge, { type: row.targetType, id: row.targetId })
  if (about === undefined) return false
  const found = findIssuable(forge, { principal }, { type: row.targetType, project: row.projectId, iid: about.iid })
  if (E.isLeft(found)) return false
  const note = row.noteId === null ? undefined : forge.read.discussions.noteById(row.noteId)
  return note === undefined || !note.internal || readsInternalNotes(found.right.project)
}

/**
 * Creates a to-do of the caller about a merge request or an issue.
 *
 * Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden` for a hidden merge request; `NotModified` where one is pending.
 */
export const markTodo: UseCase<IssuableRef, TodoRow> = async (forge, { principal, context }, ref) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found =
    ref.type === 'Issue'
      ? findIssue(forge, principal, ref)
      : findMergeRequest(forge, { principal }, { mergeRequest: ref, hiddenAs: 'refused' })
  if (E.isLeft(found)) return found
  const { row } = found.right
  const { userId } = principal
  const projectId = 'projectId' in row ? row.projectId : row.targetProjectId
  const data = {
    userId,
    authorId: userId,
    projectId,
    action: 'marked',
    targetType: ref.type,
    targetId: row.id,
  } as const
  if (isPending(forge, data)) return refuse(notModified)
  const made = await create(forge, data, context)
  if (E.isLeft(made)) return made
  const { id, position } = made.right
  return shownRow(forge.read.todos.byId(id), 'to-do', position)
}

/** Marks one of the caller's to-dos as done. Rejections: `Unauthenticated`; `RecordNotFound`, also where the caller may no longer see what it is about; `Unavailable`. */
export const markTodoDone: UseCase<{ readonly id: number }, TodoRow> = async (forge, caller, { id }) => {
  if (caller.principal.kind !== 'user') return refuse(unauthenticated)
  const row = forge.read.todos.byId(id)
  if (row === undefined || row.userId !== caller.principal.userId || !maySeeTodo(forge, caller, row))
    return refuse(recordNotFound)
  const done = await completeTodo(forge, row, caller.context)
  return E.isLeft(done) ? done : E.right(forge.read.todos.byId(id) ?? row)
}

/** How many to-dos are read at once. */
const BATCH = 100

/** Marks all pending to-dos of the caller as done, including those that they may no longer see. Rejections: `Unauthenticated`; `Unavailable`. */
export const markAllTodosDone: UseCase<void, void> = async (forge, caller) => {
  if (caller.principal.kind !== 'user') return refuse(unauthenticated)
  const { userId } = caller.principal
  for (;;) {
    const { rows } = forge.read.todos.list({ userId, state: 'pending' }, { page: 1, perPage: BATCH })
    for (const row of rows) {
      const done = await completeTodo(forge, row, caller.context)
      if (E.isLeft(done)) return done
    }
    if (rows.length < BATCH) return E.right(undefined)
  }
}

/** Starts the mergeability checks that are due for the merge requests of to-dos: a to-do shows its merge request with its merge status. */
export const ensureTargetsChecked: Lookup<ReadonlyArray<TodoRow>, void> = (forge, rows) => {
  for (const { targetType, targetId } of rows) {
    const mergeRequest = targetType === 'MergeRequest' ? forge.read.mergeRequests.byId(targetId) : undefined
    if (mergeRequest !== undefined) ensureChecked(forge, mergeRequest)
  }
}

/** The merge request or issue of a to-do, with its project. */
export type TodoSubject = { readonly project: ProjectRow } & (
  | { readonly type: 'MergeRequest'; readonly row: MergeRequestRow }
  | { readonly type: 'Issue'; readonly row: IssueRow }
)

/** The target of a to-do; undefined where it is deleted or hidden from the user. */
export const todoSubject: VisibleLookup<TodoRow, TodoSubject | undefined> = (forge, caller, row) => {
  const { targetType: type, targetId } = row
  const project = forge.read.projects.byId(row.projectId)
  if (project === undefined) return undefined
  if (type === 'MergeRequest') {
    const iid = forge.read.mergeRequests.byId(targetId)?.iid
    if (iid === undefined) return undefined
    const found = findMergeRequest(forge, caller, { mergeRequest: { project: project.id, iid } })
    return E.isLeft(found) ? undefined : { type, project, row: found.right.row }
  }
  const iid = forge.read.issues.byId(targetId)?.iid
  const found = iid === undefined ? undefined : findIssue(forge, caller.principal, { project: project.id, iid })
  return found === undefined || E.isLeft(found) ? undefined : { type, project, row: found.right.row }
}

/** The note that led to a to-do; undefined where none did. */
export const noteOfTodo: Lookup<TodoRow, NoteRow | undefined> = (forge, { noteId }) =>
  noteId === null ? undefined : forge.read.discussions.noteById(noteId)
