import * as E from 'fp-ts/lib/Either.js'
import type { UseCase } from '../../../../app/forge.js'
import { type IssueRef, issueFor } from '../access.js'
import { issue } from '../decider.js'
import { mayDeleteIssue } from '../policy.js'

/** Deletes an issue; owners only. Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden`. */
export const deleteIssue: UseCase<IssueRef, void> = async (forge, { principal, context }, ref) => {
  const found = issueFor(forge, principal, ref, mayDeleteIssue)
  if (E.isLeft(found)) return found
  const command = { type: 'Delete', by: found.right.principal.userId } as const
  const gone = await forge.aggregates.execute(issue, found.right.row.id, command, context)
  return E.isLeft(gone) ? gone : E.right(undefined)
}
