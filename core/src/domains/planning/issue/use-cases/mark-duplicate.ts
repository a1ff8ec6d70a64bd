import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { forbidden, refuse, unauthenticated } from '../../../../kernel/index.js'
import { issue } from '../decider.js'
import { mayUpdateIssue } from '../policy.js'
import { findIssue, type IssueRef } from './find.js'

/** Keeps that a closed issue is a duplicate of another. Rejections: `NotFound` (Project); `RecordNotFound`; `Forbidden`. */
export const markDuplicate = async (
  forge: Forge,
  { principal, context }: Caller,
  ref: IssueRef,
  canonicalId: number,
): UseCaseResult<void> => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found = findIssue(forge, principal, ref)
  if (E.isLeft(found)) return found
  if (!mayUpdateIssue(found.right.facts)) return refuse(forbidden())
  const command = { type: 'MarkDuplicate', canonicalId, by: principal.userId } as const
  const done = await forge.aggregates.execute(issue, found.right.row.id, command, withNewCommandId(forge, context))
  return E.isLeft(done) ? done : E.right(undefined)
}
