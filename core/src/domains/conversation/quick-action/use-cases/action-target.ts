import * as E from 'fp-ts/lib/Either.js'
import type { Query } from '../../../../app/forge.js'
import { findIssuable, type IssuableRef } from '../../../issuable/issuable.js'
import type { ActionTarget } from '../acts/index.js'

/** The issuable that quick actions act on, as it stands. Rejections: `NotFound` (Project), `RecordNotFound`. */
export const findActionTarget: Query<IssuableRef, ActionTarget> = (forge, caller, ref) => {
  const found = findIssuable(forge, caller, ref)
  if (E.isLeft(found)) return found
  const { type, id } = found.right
  const mergeRequest = type === 'MergeRequest' ? forge.read.mergeRequests.byId(id) : undefined
  return E.right({
    ...found.right,
    ref,
    reviewerIds: mergeRequest?.reviewers.map(({ userId }) => userId) ?? [],
    dueDate: type === 'Issue' ? (forge.read.issues.byId(id)?.dueDate ?? null) : null,
    mergeRequest,
  })
}
