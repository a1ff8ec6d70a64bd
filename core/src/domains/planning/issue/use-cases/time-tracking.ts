import * as E from 'fp-ts/lib/Either.js'
import type { UseCase } from '../../../../app/forge.js'
import { forbidden, refuse } from '../../../../kernel/index.js'
import { type AddSpent, type SetEstimate, timeTracking } from '../../../issuable/track-time.js'
import { findIssue, type IssueRef } from '../access.js'
import { issue } from '../decider.js'
import { mayAdminIssue } from '../policy.js'
import type { IssueRow } from '../queries.js'

const tracking = timeTracking<IssueRef, IssueRow>(async (forge, { principal, context }, ref, commandOf) => {
  const found = findIssue(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { row, facts } = found.right
  if (principal.kind !== 'user' || !mayAdminIssue(facts)) return refuse(forbidden())
  const command = commandOf(principal.userId)
  if (E.isLeft(command)) return command
  const done = await forge.aggregates.execute(issue, row.id, command.right, context)
  return E.isLeft(done) ? done : E.right(forge.read.issues.byId(row.id) ?? row)
})

/** Sets the estimate; null resets it. Rejections: `NotFound` (Project), `RecordNotFound`, `Forbidden`; `Invalid` (time_estimate). */
export const setIssueTimeEstimate: UseCase<SetEstimate<IssueRef>, IssueRow> = tracking.setEstimate

/** Adds time spent; a negative duration subtracts; `at`: when it was spent. Rejections: as above, and `Invalid` where the total would be negative. */
export const addIssueTimeSpent: UseCase<AddSpent<IssueRef>, IssueRow> = tracking.addSpent

/** Resets all spent time. Rejections: `NotFound` (Project), `RecordNotFound`, `Forbidden`. */
export const resetIssueTimeSpent: UseCase<IssueRef, IssueRow> = tracking.resetSpent
