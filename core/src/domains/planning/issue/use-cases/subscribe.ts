import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import type { Forge, UseCaseResult } from '../../../../app/forge.js'
import { refuse, unauthenticated } from '../../../../kernel/index.js'
import { issue } from '../decider.js'
import type { IssueRow } from '../queries.js'
import { findIssue, type IssueRef } from './find.js'

/** Follows an issue, or no longer. Rejections: `NotFound` (Project); `RecordNotFound`; `NotModified` where nothing changes. */
export const followIssue = async (
  forge: Forge,
  { principal, context }: Caller,
  ref: IssueRef,
  wanted: boolean,
): UseCaseResult<IssueRow> => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const found = findIssue(forge, principal, ref)
  if (E.isLeft(found)) return found
  const { row } = found.right
  const { userId } = principal
  const participates = forge.read.issues.participants(row.id).includes(userId)
  const command = { type: wanted ? 'Subscribe' : 'Unsubscribe', userId, participates } as const
  const done = await forge.aggregates.execute(issue, row.id, command, context)
  return E.isLeft(done) ? done : E.right(row)
}
