import type { Lookup } from '../../../../app/forge.js'
import { coversRef } from '../../../projects/protected-branch/policy.js'
import type { ExternalStatusCheckRow } from '../queries.js'
import type { StatusCheckResult } from '../response.js'

/** `pending`: its service has not responded to the current head of the merge request. */
export type StatusOfCheck = StatusCheckResult | 'pending'

/** A check, and its status for a merge request. */
export interface CheckWithStatus {
  readonly check: ExternalStatusCheckRow
  readonly status: StatusOfCheck
}

/** What decides which checks apply to a merge request. */
export interface StatusCheckTarget {
  readonly targetProjectId: number
  readonly targetBranch: string
}

/** The checks of the project that apply to the target branch, by id. A check applies to every branch once none of its branches is protected. */
export const applicableStatusChecks: Lookup<StatusCheckTarget, ReadonlyArray<ExternalStatusCheckRow>> = (
  forge,
  { targetProjectId, targetBranch },
) => {
  const checks = forge.read.externalStatusChecks.ofProject(targetProjectId)
  if (checks.every(({ protectedBranchIds }) => protectedBranchIds.length === 0)) return checks
  const protections = forge.read.protectedBranches.ofProject(targetProjectId)
  return checks.filter(({ protectedBranchIds }) => {
    const meant = protections.filter(({ id }) => protectedBranchIds.includes(id))
    return meant.length === 0 || meant.some(({ name }) => coversRef(name, targetBranch))
  })
}

/** A merge request and a check of its project. */
export interface StatusQuestion {
  readonly row: { readonly id: number; readonly version: { readonly head: string | null } }
  readonly checkId: number
}

/** The status of a check for the current head of a merge request. */
export const statusOfCheck: Lookup<StatusQuestion, StatusOfCheck> = (forge, { row, checkId }) => {
  const { head: sha } = row.version
  if (sha === null) return 'pending'
  return forge.read.externalStatusChecks.statusOf({ checkId, mergeRequestId: row.id, sha }) ?? 'pending'
}
