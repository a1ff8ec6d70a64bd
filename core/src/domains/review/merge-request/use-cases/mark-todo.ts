import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { refuse, unauthenticated } from '../../../../kernel/index.js'
import type { TodoRow } from '../../../conversation/todo/queries.js'
import { createTodo } from '../../../conversation/todo/use-cases/create.js'
import { findMergeRequest, type MergeRequestRef } from './find.js'

/** Puts the merge request on the caller's list. Rejections: `NotFound`, `RecordNotFound`, `Forbidden`; `NotModified` where it is there. */
export const markTodo = async (
  forge: Forge,
  { principal, context }: Caller,
  request: MergeRequestRef,
): UseCaseResult<TodoRow> => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found = findMergeRequest(forge, principal, request, 'refused')
  if (E.isLeft(found)) return found
  const { row } = found.right
  const { userId } = principal
  const about = { projectId: row.targetProjectId, targetType: 'MergeRequest', targetId: row.id } as const
  return createTodo(forge, { userId, authorId: userId, action: 'marked', ...about }, context)
}
