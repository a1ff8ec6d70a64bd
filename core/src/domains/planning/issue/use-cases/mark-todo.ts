import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { refuse, unauthenticated } from '../../../../kernel/index.js'
import type { TodoRow } from '../../../conversation/todo/queries.js'
import { createTodo } from '../../../conversation/todo/use-cases/create.js'
import { findIssue, type IssueRef } from './find.js'

/** Puts the issue on the caller's list. Rejections: `NotFound` (Project); `RecordNotFound`; `NotModified` where it is there. */
export const markIssueTodo = async (
  forge: Forge,
  { principal, context }: Caller,
  ref: IssueRef,
): UseCaseResult<TodoRow> => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found = findIssue(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { row } = found.right
  const { userId } = principal
  const about = { projectId: row.projectId, targetType: 'Issue', targetId: row.id } as const
  return createTodo(forge, { userId, authorId: userId, action: 'marked', ...about }, context)
}
