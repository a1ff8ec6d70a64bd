import * as E from 'fp-ts/lib/Either.js'
import { visibilityScopeOf } from '../../../access/index.js'
import type { SignedIn } from '../../../access/principal.js'
import { beginStream } from '../../../app/begin-stream.js'
import type { Caller } from '../../../app/caller.js'
import { type CommandContext, withNewCommandId } from '../../../app/command-context.js'
import type { Forge, Lookup, Query, UseCase } from '../../../app/forge.js'
import {
  type EventId,
  notModified,
  type Rejection,
  recordNotFound,
  refuse,
  unauthenticated,
  unavailable,
} from '../../../kernel/index.js'
import type { Page, PageRequest } from '../../../ports/read-model.js'
import { findIssuable, type IssuableRef, issuableById } from '../../issuable/issuable.js'
import { readsInternalNotes } from '../../issuable/participants.js'
import type { IssueRow } from '../../planning/issue/queries.js'
import { findIssue } from '../../planning/issue/use-cases/read.js'
import type { ProjectRow } from '../../projects/project/queries.js'
import type { MergeRequestRow } from '../../review/merge-request/queries.js'
import { ensureChecked } from '../../review/merge-request/use-cases/check-mergeability.js'
import { findMergeRequest } from '../../review/merge-request/use-cases/find.js'
import type { NoteRow } from '../discussion/queries.js'
import { type TodoCreatedData, todo } from './aggregate.js'
import type { TodoFilter, TodoRow } from './queries.js'

/** Which of the caller's to-dos a list is to have. */
export interface ListTodos extends Omit<TodoFilter, 'userId' | 'visibleTo'> {
  readonly page: PageRequest
}

/** The caller's to-dos about what they may see. Rejections: `Unauthenticated`. */
export const listTodos: Query<ListTodos, Page<TodoRow>> = (forge, { principal }, { page, ...filter }) =>
  principal.kind === 'user'
    ? E.right(
        forge.read.todos.list({ ...filter, userId: principal.userId, visibleTo: visibilityScopeOf(principal) }, page),
      )
    : refuse(unauthenticated)

/** Whether the caller may see what a to-do is about, and the note that led to it. */
export const maySeeTodo = (forge: Forge, { principal }: Pick<Caller, 'principal'>, row: TodoRow): boolean => {
  const about = issuableById(forge, { type: row.targetType, id: row.targetId })
  if (about === undefined) return false
  const found = findIssuable(forge, { principal }, { type: row.targetType, project: row.projectId, iid: about.iid })
  if (E.isLeft(found)) return false
  const note = row.noteId === null ? undefined : forge.read.discussions.noteById(row.noteId)
  return note === undefined || !note.internal || readsInternalNotes(found.right.project)
}

const isPending = (forge: Forge, { userId, targetType, targetId, action }: TodoCreatedData): boolean =>
  forge.read.todos.pendingOf(userId, targetType, targetId).some((row) => row.action === action)

const create = (forge: Forge, data: TodoCreatedData, context: CommandContext) =>
  beginStream(forge, todo, 'todo', { type: 'Create', ...data }, withNewCommandId(forge, context))

/**
 * Creates the to-do that an event asks for; nothing where one is pending, or was created for the same event before.
 *
 * Only the reactor does this, one event after another, so the read model is enough to tell. Rejections: `Unavailable`.
 */
export const createTodoFor = async (
  forge: Forge,
  data: TodoCreatedData,
  cause: { readonly id: EventId },
  context: CommandContext,
): Promise<E.Either<Rejection, void>> => {
  if (isPending(forge, data) || forge.read.todos.isMade(cause.id, data.userId, data.action)) return E.right(undefined)
  const made = await create(forge, data, context)
  return E.isLeft(made) ? made : E.right(undefined)
}

/**
 * Creates a to-do of the caller about a merge request or an issue.
 *
 * Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden` for a merge request that is hidden; `NotModified` where one is pending.
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
  const todoRow = forge.read.todos.byId(id)
  return todoRow === undefined
    ? refuse(unavailable('the read model does not show the to-do', position))
    : E.right(todoRow)
}

/** Marks a to-do as done, whoever asks. Rejections: `Unavailable`. */
export const completeTodo = async (
  forge: Forge,
  row: TodoRow,
  context: CommandContext,
): Promise<E.Either<Rejection, void>> => {
  const done = await forge.aggregates.execute(todo, row.id, { type: 'MarkDone' }, withNewCommandId(forge, context))
  return E.isLeft(done) ? done : E.right(undefined)
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

/** Marks all pending to-dos of the caller as done, those too that they may not see now. Rejections: `Unauthenticated`; `Unavailable`. */
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

/** The merge request or issue of a to-do, with the project where it is. */
export type TodoSubject = { readonly project: ProjectRow } & (
  | { readonly type: 'MergeRequest'; readonly row: MergeRequestRow }
  | { readonly type: 'Issue'; readonly row: IssueRow }
)

/** What a to-do is about; undefined where it is gone or hidden from the user. */
export const todoSubject = (forge: Forge, user: SignedIn, row: TodoRow): TodoSubject | undefined => {
  const { targetType: type, targetId } = row
  const project = forge.read.projects.byId(row.projectId)
  if (project === undefined) return undefined
  if (type === 'MergeRequest') {
    const iid = forge.read.mergeRequests.byId(targetId)?.iid
    if (iid === undefined) return undefined
    const found = findMergeRequest(forge, { principal: user }, { mergeRequest: { project: project.id, iid } })
    return E.isLeft(found) ? undefined : { type, project, row: found.right.row }
  }
  const iid = forge.read.issues.byId(targetId)?.iid
  const found = iid === undefined ? undefined : findIssue(forge, user, { project: project.id, iid })
  return found === undefined || E.isLeft(found) ? undefined : { type, project, row: found.right.row }
}

/** The note that led to a to-do; undefined where it was no note. */
export const noteOfTodo: Lookup<TodoRow, NoteRow | undefined> = (forge, { noteId }) =>
  noteId === null ? undefined : forge.read.discussions.noteById(noteId)
