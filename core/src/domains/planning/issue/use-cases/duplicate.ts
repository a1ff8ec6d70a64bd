import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { UseCase } from '../../../../app/forge.js'
import { type IssueRef, issueFor } from '../access.js'
import { issue } from '../decider.js'
import { mayUpdateIssue } from '../policy.js'

/** An issue and the one that it is a duplicate of. */
export interface MarkDuplicate {
  readonly issue: IssueRef
  /** Its global id. */
  readonly canonicalId: number
}

/** Records that a closed issue is a duplicate of another. Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden`. */
export const markDuplicate: UseCase<MarkDuplicate, void> = async (
  forge,
  { principal, context },
  { issue: ref, canonicalId },
) => {
  const found = issueFor(forge, principal, ref, mayUpdateIssue)
  if (E.isLeft(found)) return found
  const command = { type: 'MarkDuplicate', canonicalId, by: found.right.principal.userId } as const
  const done = await forge.aggregates.execute(issue, found.right.row.id, command, withNewCommandId(forge, context))
  return E.isLeft(done) ? done : E.right(undefined)
}
