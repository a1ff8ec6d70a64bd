import * as E from 'fp-ts/lib/Either.js'
import type { UseCase } from '../../../../app/forge.js'
import { type IssueRef, issueFor, takesPartInIssue } from '../access.js'
import { issue } from '../decider.js'
import { mayReadIssue } from '../policy.js'
import type { IssueRow } from '../queries.js'

/** Whether the caller is to be subscribed to an issue. */
export interface SetIssueSubscription {
  readonly issue: IssueRef
  readonly wanted: boolean
}

/** Subscribes or unsubscribes the caller. Rejections: `NotFound` (Project); `RecordNotFound`; `NotModified` where nothing changes. */
export const setIssueSubscription: UseCase<SetIssueSubscription, IssueRow> = async (
  forge,
  { principal, context },
  { issue: ref, wanted },
) => {
  const found = issueFor(forge, principal, ref, mayReadIssue)
  if (E.isLeft(found)) return found
  const { row } = found.right
  const { userId } = found.right.principal
  const participates = takesPartInIssue(forge, row.id, userId)
  const command = { type: wanted ? 'Subscribe' : 'Unsubscribe', userId, participates } as const
  const done = await forge.aggregates.execute(issue, row.id, command, context)
  return E.isLeft(done) ? done : E.right(row)
}
