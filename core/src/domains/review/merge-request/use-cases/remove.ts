import * as E from 'fp-ts/lib/Either.js'
import type { UseCase } from '../../../../app/forge.js'
import { forbidden, type Instant, isAfter, preconditionFailed, refuse } from '../../../../kernel/index.js'
import { findMergeRequest, type MergeRequestRef } from '../access.js'
import { mergeRequest } from '../decider.js'
import { mayDelete } from '../policy.js'

export interface DeleteMergeRequest {
  readonly mergeRequest: MergeRequestRef
  readonly unmodifiedSince?: Instant | undefined
}

/** Deletes a merge request for good. Rejections: `NotFound`, `RecordNotFound`, `Forbidden`, `PreconditionFailed`; `Conflict` while it is being merged. */
export const deleteMergeRequest: UseCase<DeleteMergeRequest, void> = async (
  forge,
  { principal, context },
  { mergeRequest: ref, unmodifiedSince },
) => {
  const found = findMergeRequest(forge, { principal }, { mergeRequest: ref })
  if (E.isLeft(found)) return found
  const { row, facts } = found.right
  if (principal.kind !== 'user' || !mayDelete(facts)) return refuse(forbidden())
  if (isAfter(row.updatedAt, unmodifiedSince)) return refuse(preconditionFailed)
  const command = { type: 'Delete', by: principal.userId } as const
  const done = await forge.aggregates.execute(mergeRequest, row.id, command, context)
  return E.isLeft(done) ? done : E.right(undefined)
}
