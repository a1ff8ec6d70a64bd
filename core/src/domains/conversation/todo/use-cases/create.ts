import * as E from 'fp-ts/lib/Either.js'
import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCase, UseCaseResult } from '../../../../app/forge.js'
import { notModified, type Rejection, refuse, unauthenticated, unavailable } from '../../../../kernel/index.js'
import type { IssuableRef } from '../../../issuable/issuable.js'
import { findIssue } from '../../../planning/issue/use-cases/read.js'
import { findMergeRequest } from '../../../review/merge-request/use-cases/find.js'
import { type TodoCreatedData, todo } from '../aggregate.js'
import type { TodoRow } from '../queries.js'

const isThere = (forge: Forge, { userId, targetType, targetId, action }: TodoCreatedData): boolean =>
  forge.read.todos.pendingOf(userId, targetType, targetId).some((row) => row.action === action)

/** What somebody puts on their own list. Rejections: `NotModified` where it is there and not done; `Unavailable`. */
const createTodo = async (forge: Forge, data: TodoCreatedData, context: CommandContext): UseCaseResult<TodoRow> => {
  if (isThere(forge, data)) return refuse(notModified)
  const id = await forge.numbers.next('todo')
  if (E.isLeft(id)) return id
  const made = await forge.aggregates.execute(
    todo,
    id.right,
    { type: 'Create', ...data },
    withNewCommandId(forge, context),
  )
  if (E.isLeft(made)) return made
  const row = forge.read.todos.byId(id.right)
  return row === undefined
    ? refuse(unavailable('the read model does not show the to-do', made.right.position))
    : E.right(row)
}

/**
 * What an event puts on somebody's list; nothing where it is there and not done, or was put there for the same event before.
 *
 * Only the reactor does this, one event after another, so the read model is enough to tell. Rejections: `Unavailable`.
 */
export const createTodoFor = async (
  forge: Forge,
  data: TodoCreatedData,
  cause: { readonly id: Parameters<Forge['read']['todos']['isMade']>[0] },
  context: CommandContext,
): Promise<E.Either<Rejection, void>> => {
  if (isThere(forge, data) || forge.read.todos.isMade(cause.id, data.userId, data.action)) return E.right(undefined)
  const id = await forge.numbers.next('todo')
  if (E.isLeft(id)) return id
  const made = await forge.aggregates.execute(
    todo,
    id.right,
    { type: 'Create', ...data },
    withNewCommandId(forge, context),
  )
  return E.isLeft(made) ? made : E.right(undefined)
}

/**
 * Puts a merge request or an issue on the caller's list.
 *
 * Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden` for a merge request that is hidden; `NotModified` where it is there.
 */
export const markTodo: UseCase<IssuableRef, TodoRow> = async (forge, { principal, context }, ref) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found =
    ref.type === 'Issue' ? findIssue(forge, principal, ref) : findMergeRequest(forge, principal, ref, 'refused')
  if (E.isLeft(found)) return found
  const { row } = found.right
  const { userId } = principal
  const projectId = 'projectId' in row ? row.projectId : row.targetProjectId
  const about = { projectId, targetType: ref.type, targetId: row.id }
  return createTodo(forge, { userId, authorId: userId, action: 'marked', ...about }, context)
}
