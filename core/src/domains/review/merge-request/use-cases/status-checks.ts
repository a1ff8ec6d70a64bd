import * as E from 'fp-ts/lib/Either.js'
import { type Principal, seesAll } from '../../../../access/principal.js'
import { createStream } from '../../../../app/create-stream.js'
import type { Forge, Query, UseCase } from '../../../../app/forge.js'
import { conflict, forbidden, recordNotFound, refuse } from '../../../../kernel/index.js'
import { type StatusCheckResult, statusCheckResponse } from '../../external-status-check/response.js'
import {
  applicableStatusChecks,
  type CheckWithStatus,
  statusOfCheck,
} from '../../external-status-check/steps/check-status.js'
import { findMergeRequest, type MergeRequestAccess, type MergeRequestRef } from '../access.js'
import type { MergeRequestRow } from '../queries.js'
import { mayTakePart } from '../steps/may-take-part.js'

/** Whether the caller may approve the merge request, and so respond for its checks. */
const mayRespond = (forge: Forge, principal: Principal, found: MergeRequestAccess): boolean =>
  principal.kind === 'user' && mayTakePart(forge, found, principal.userId)

/**
 * The checks that apply to a merge request, by id. Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden` for those who may not approve
 * it, except auditors.
 */
export const listMergeRequestStatusChecks: Query<MergeRequestRef, ReadonlyArray<CheckWithStatus>> = (
  forge,
  { principal },
  ref,
) => {
  const found = findMergeRequest(forge, { principal }, { mergeRequest: ref, hiddenAs: 'refused' })
  if (E.isLeft(found)) return found
  if (!mayRespond(forge, principal, found.right) && !seesAll(found.right.target.viewer)) return refuse(forbidden())
  const { row } = found.right
  const withStatus = applicableStatusChecks(forge, row).map((check) => {
    return { check, status: statusOfCheck(forge, { row, checkId: check.id }) }
  })
  return E.right(withStatus)
}

/** A check of a merge request as the API names it. */
export interface MergeRequestStatusCheckRef {
  readonly mergeRequest: MergeRequestRef
  readonly checkId: number
}

/** A check with its status, and the merge request. */
export interface MergeRequestStatusCheck extends CheckWithStatus {
  readonly row: MergeRequestRow
}

/** One check of the project, with its status for a merge request. Rejections: as for the list; `RecordNotFound` for a check of another project. */
export const getMergeRequestStatusCheck: Query<MergeRequestStatusCheckRef, MergeRequestStatusCheck> = (
  forge,
  { principal },
  { mergeRequest, checkId },
) => {
  const found = findMergeRequest(forge, { principal }, { mergeRequest, hiddenAs: 'refused' })
  if (E.isLeft(found)) return found
  if (!mayRespond(forge, principal, found.right)) return refuse(forbidden())
  const { row } = found.right
  const check = forge.read.externalStatusChecks.find(row.targetProjectId, checkId)
  if (check === undefined) return refuse(recordNotFound)
  return E.right({ row, check, status: statusOfCheck(forge, { row, checkId }) })
}

/** What a service says of one head of a merge request. */
export interface RespondToStatusCheck extends MergeRequestStatusCheckRef {
  readonly sha: string
  readonly status: StatusCheckResult
}

/** Records what an external service says of a merge request. Rejections: as for one check; `Conflict` where the head is another commit. */
export const respondToStatusCheck: UseCase<
  RespondToStatusCheck,
  MergeRequestStatusCheck & { readonly id: number }
> = async (forge, { principal, context }, { sha, status, ...ref }) => {
  const found = getMergeRequestStatusCheck(forge, { principal }, ref)
  if (E.isLeft(found)) return found
  const { row, check } = found.right
  const { head } = row.version
  if (sha !== head) return refuse(conflict(`SHA does not match HEAD of source branch: ${head ?? ''}`))
  const command = { type: 'Give', checkId: check.id, mergeRequestId: row.id, sha, status } as const
  const given = await createStream(forge, statusCheckResponse, 'status_check_response', command, context)
  return E.isLeft(given) ? given : E.right({ ...found.right, id: given.right.id, status })
}
