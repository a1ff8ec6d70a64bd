import * as E from 'fp-ts/lib/Either.js'
import type { SignedIn } from '../../../../access/principal.js'
import { canInProject } from '../../../../access/project-policy.js'
import type { Forge, Lookup, UseCase } from '../../../../app/forge.js'
import {
  conflict,
  forbidden,
  notAllowed,
  recordNotFound,
  refuse,
  unauthenticated,
  unprocessable,
} from '../../../../kernel/index.js'
import { checkPassword } from '../../../identity/user/use-cases/sign-in.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { findMergeRequest, type MergeRequestRef, mergeRequestAccessOf } from '../access.js'
import { mergeRequest } from '../decider.js'
import { mayUpdate } from '../policy.js'
import type { MergeRequestRow } from '../queries.js'
import { isExcludedApprover, preventsCommitterApproval } from '../steps/approval-exclusions.js'
import { isEligibleApprover } from '../steps/approval-state.js'
import { committersOf } from '../steps/changes.js'
import { mayTakePart } from '../steps/may-take-part.js'

/** A user, and a merge request with its target project. */
export interface PossibleApproval {
  readonly project: ProjectRow
  readonly row: MergeRequestRow
  readonly userId: number
}

/** Whether a user may give an approval that they have not given; committers are excluded as far as the version names them. */
export const mayApprove: Lookup<PossibleApproval, boolean> = (forge, { project, row, userId }) => {
  const access = mergeRequestAccessOf(forge, userId, row)
  if (access === undefined || row.status === 'merged' || row.approvedBy.includes(userId)) return false
  if (project.archived || isExcludedApprover(forge, project, row, userId)) return false
  return (
    canInProject('approve_merge_request', access.target.viewer, project, access.target.tier) ||
    isEligibleApprover(forge, project, row, userId)
  )
}

/** Whether the project forbids approval by committers and the user is one; versions recorded before that setting lack committer ids, so git is asked. */
const isBannedCommitter = async (
  forge: Forge,
  project: ProjectRow,
  row: MergeRequestRow,
  userId: number,
): Promise<boolean> => {
  if (!preventsCommitterApproval(forge, project) || row.version.committerIds !== undefined) return false
  return (await committersOf(forge, project.id, row.version)).includes(userId)
}

/** Whether the caller has authenticated again, where the project requires it. */
const isConfirmed = async (
  forge: Forge,
  project: ProjectRow,
  principal: SignedIn,
  password: string | undefined,
): Promise<boolean> => {
  if (forge.instance.tier === 'free' || !project.requirePasswordToApprove) return true
  if (password === undefined || password === '') return false
  const { username } = forge.read.users.card(principal.userId)
  const checked = await checkPassword(forge, { principal }, { login: username, password })
  return E.isRight(checked) && checked.right.user.id === principal.userId
}

/** An approval: the reviewed commit, and the password where the project requires it. */
export interface ApproveMergeRequest {
  readonly mergeRequest: MergeRequestRef
  readonly sha?: string | undefined
  readonly password?: string | undefined
}

/**
 * Approves a merge request, if its head is still the reviewed commit.
 *
 * Rejections: `NotFound` (Project), `RecordNotFound`, `Forbidden` without the right; `Conflict` at another commit; `Unauthenticated` where the
 * caller has approved already, is not eligible, or did not send the required password.
 */
export const approveMergeRequest: UseCase<ApproveMergeRequest, MergeRequestRow> = async (
  forge,
  { principal, context },
  { mergeRequest: ref, sha, password },
) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found = findMergeRequest(forge, { principal }, { mergeRequest: ref, hiddenAs: 'refused' })
  if (E.isLeft(found)) return found
  const { row, target } = found.right
  if (!mayTakePart(forge, found.right, principal.userId)) return refuse(forbidden())
  const { head } = row.version
  if (sha !== undefined && sha !== '' && sha !== head)
    return refuse(conflict(`SHA does not match HEAD of source branch: ${head ?? ''}`))
  const { userId } = principal
  const { project } = target
  if (!mayApprove(forge, { project, row, userId })) return refuse(unauthenticated)
  if (await isBannedCommitter(forge, project, row, userId)) return refuse(unauthenticated)
  if (!(await isConfirmed(forge, project, principal, password))) return refuse(unauthenticated)
  const done = await forge.aggregates.execute(mergeRequest, row.id, { type: 'Approve', userId, sha: head }, context)
  if (E.isLeft(done)) return done
  return E.fromNullable(recordNotFound)(forge.read.mergeRequests.byId(row.id))
}

/** Revokes the caller's approval. Rejections: `NotFound` (Project; also where there is none), `RecordNotFound`, `Forbidden`. */
export const unapproveMergeRequest: UseCase<MergeRequestRef, MergeRequestRow> = async (
  forge,
  { principal, context },
  ref,
) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found = findMergeRequest(forge, { principal }, { mergeRequest: ref, hiddenAs: 'refused' })
  if (E.isLeft(found)) return found
  const { row } = found.right
  const { userId } = principal
  if (!mayTakePart(forge, found.right, userId)) return refuse(forbidden())
  if (row.status === 'merged') return refuse(notAllowed)
  const done = await forge.aggregates.execute(mergeRequest, row.id, { type: 'Unapprove', userId }, context)
  if (E.isLeft(done)) return done
  return E.fromNullable(recordNotFound)(forge.read.mergeRequests.byId(row.id))
}

/**
 * Resets all approvals; only for the bots of project and group tokens that may update the merge request
 * (docs/reference/behaviour/review.md#approvals).
 *
 * Rejections: `NotFound` (Project), `RecordNotFound`, `Forbidden`; `Unauthenticated` for all others.
 */
export const resetApprovals: UseCase<MergeRequestRef, void> = async (forge, { principal, context }, ref) => {
  const found = findMergeRequest(forge, { principal }, { mergeRequest: ref, hiddenAs: 'refused' })
  if (E.isLeft(found)) return found
  const { row, facts } = found.right
  const isBot = principal.kind === 'user' && forge.read.users.byId(principal.userId)?.bot === true
  if (!isBot || !mayUpdate(facts)) return refuse(unauthenticated)
  const done = await forge.aggregates.execute(mergeRequest, row.id, { type: 'ResetApprovals' }, context)
  return E.isLeft(done) ? done : E.right(undefined)
}

export interface SetApprovalsRequired {
  readonly mergeRequest: MergeRequestRef
  readonly required: number
}

/**
 * Sets how many approvals a merge request requires, at least as many as its project does.
 *
 * Rejections: `NotFound` (Project), `RecordNotFound`, `Forbidden`; `Unprocessable` where the project does not allow merge requests to differ.
 */
export const setApprovalsRequired: UseCase<SetApprovalsRequired, MergeRequestRow> = async (
  forge,
  { principal, context },
  { mergeRequest: ref, required },
) => {
  const found = findMergeRequest(forge, { principal }, { mergeRequest: ref, hiddenAs: 'refused' })
  if (E.isLeft(found)) return found
  const { row, facts, target } = found.right
  if (!mayUpdate(facts)) return refuse(forbidden())
  if (target.project.disableOverridingApproversPerMergeRequest) return refuse(unprocessable())
  const approvalsBeforeMerge = Math.max(required, target.project.approvalsBeforeMerge)
  const command = { type: 'Change', changes: { approvalsBeforeMerge } } as const
  const done = await forge.aggregates.execute(mergeRequest, row.id, command, context)
  if (E.isLeft(done)) return done
  return E.fromNullable(recordNotFound)(forge.read.mergeRequests.byId(row.id))
}
