import * as E from 'fp-ts/lib/Either.js'
import type { UseCase } from '../../../../app/forge.js'
import { forbidden, refuse } from '../../../../kernel/index.js'
import { findMergeRequest, type MergeRequestRef } from '../access.js'
import { mergeRequest } from '../decider.js'
import { canPushToSource, canRewriteSource, sourceHead } from '../steps/branches.js'

export interface QueueRebase {
  readonly mergeRequest: MergeRequestRef
  /** Without a pipeline for the result. */
  readonly skipCi: boolean
}

/**
 * Queues a rebase of the source branch onto the target; its outcome is shown in `rebase_in_progress` and `merge_error`.
 *
 * Rejections: `NotFound`, `RecordNotFound`; `Forbidden` with the reason; `Conflict` where the merge request is not open or a rebase is in
 * progress.
 */
export const queueRebase: UseCase<QueueRebase, void> = async (
  forge,
  { principal, context },
  { mergeRequest: ref, skipCi },
) => {
  const found = findMergeRequest(forge, { principal }, { mergeRequest: ref })
  if (E.isLeft(found)) return found
  const { row } = found.right
  const head = sourceHead(forge, row)
  if (head === undefined) return refuse(forbidden('Source branch does not exist'))
  if (principal.kind !== 'user' || !canPushToSource(forge, principal, row))
    return refuse(forbidden('Cannot push to source branch'))
  if (!canRewriteSource(forge, principal, row)) return refuse(forbidden('Source branch is protected from force push'))
  const command = { type: 'QueueRebase', by: principal.userId, skipCi, head } as const
  const queued = await forge.aggregates.execute(mergeRequest, row.id, command, context)
  return E.isLeft(queued) ? queued : E.right(undefined)
}
