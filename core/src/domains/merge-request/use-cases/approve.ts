import * as E from 'fp-ts/lib/Either.js'
import { canInProject } from '../../../access/project-policy.js'
import type { Caller } from '../../../app/caller.js'
import type { Forge, UseCase } from '../../../app/forge.js'
import { conflict, forbidden, notAllowed, recordNotFound, refuse, unauthenticated } from '../../../kernel/index.js'
import type { ProjectRow } from '../../project/queries.js'
import { mergeRequest } from '../decider.js'
import { mayUpdate } from '../policy.js'
import type { MergeRequestRow } from '../queries.js'
import { accessOf, findRequest, type RequestRef } from './find.js'

/** Authors approve their own requests only where the project lets them; the free tier does not mind. */
export const mayApproveOwn = (forge: Forge, project: ProjectRow): boolean =>
  forge.instance.tier === 'free' || project.mergeRequestsAuthorApproval

/** Whether somebody may give an approval that they have not given. */
export const mayApprove = (forge: Forge, project: ProjectRow, row: MergeRequestRow, userId: number): boolean => {
  const access = accessOf(forge, userId, row)
  if (access === undefined || row.status === 'merged' || row.approvedBy.includes(userId)) return false
  if (row.authorId === userId && !mayApproveOwn(forge, project)) return false
  return canInProject('approve_merge_request', access.target.viewer, project, access.target.tier)
}

/**
 * Approves a request, if it still is at the commit that was looked at.
 *
 * Rejections: `NotFound` (Project), `RecordNotFound`, `Forbidden` without the right; `Conflict` at another commit; `Unauthenticated` where
 * the caller has approved already or is not eligible.
 */
export const approveRequest =
  ({ principal, context }: Caller, ref: RequestRef, sha: string | undefined): UseCase<MergeRequestRow> =>
  (forge) =>
  async () => {
    if (principal.kind !== 'user') return refuse(unauthenticated)
    const found = findRequest(forge, principal, ref, 'refused')
    if (E.isLeft(found)) return found
    const { row, facts, target } = found.right
    if (!mayUpdate(facts)) return refuse(forbidden())
    const { head } = row.version
    if (sha !== undefined && sha !== '' && sha !== head)
      return refuse(conflict(`SHA does not match HEAD of source branch: ${head ?? ''}`))
    const { userId } = principal
    if (!mayApprove(forge, target.project, row, userId)) return refuse(unauthenticated)
    const done = await forge.aggregates.execute(mergeRequest, row.id, { type: 'Approve', userId, sha: head }, context)
    if (E.isLeft(done)) return done
    const now = forge.read.mergeRequests.byId(row.id)
    return now === undefined ? refuse(recordNotFound) : E.right(now)
  }

/** Takes the caller's approval back. Rejections: `NotFound` (Project; also where there is none), `RecordNotFound`, `Forbidden`. */
export const unapproveRequest =
  ({ principal, context }: Caller, ref: RequestRef): UseCase<MergeRequestRow> =>
  (forge) =>
  async () => {
    if (principal.kind !== 'user') return refuse(unauthenticated)
    const found = findRequest(forge, principal, ref, 'refused')
    if (E.isLeft(found)) return found
    const { row, facts } = found.right
    if (!mayUpdate(facts)) return refuse(forbidden())
    if (row.status === 'merged') return refuse(notAllowed)
    const { userId } = principal
    const done = await forge.aggregates.execute(mergeRequest, row.id, { type: 'Unapprove', userId }, context)
    if (E.isLeft(done)) return done
    const now = forge.read.mergeRequests.byId(row.id)
    return now === undefined ? refuse(recordNotFound) : E.right(now)
  }
