import * as E from 'fp-ts/lib/Either.js'
import type { Lookup, UseCase, VisibleLookup } from '../../../../app/forge.js'
import { forbidden, recordNotFound, refuse, unauthenticated } from '../../../../kernel/index.js'
import { readerAccess } from '../../../issuable/issuable.js'
import { findIssue } from '../access.js'
import { issue } from '../decider.js'
import { mayUpdateIssue } from '../policy.js'
import type { IssueRow } from '../queries.js'

/** An issue and a merge request that closes it, by their global ids. */
export interface ClosingMergeRequest {
  readonly issueId: number
  readonly mergeRequestId: number
}

/**
 * Closes an issue because the merge request was merged, in the name of the user who merged it; a closed one stays as it is. Rejections:
 * `RecordNotFound`; `Forbidden`; `Unavailable`.
 */
export const closeByMerge: UseCase<ClosingMergeRequest, void> = async (
  forge,
  { principal, context },
  { issueId, mergeRequestId },
) => {
  if (principal.kind !== 'user') return refuse(unauthenticated)
  const row = forge.read.issues.byId(issueId)
  const found = row === undefined ? undefined : findIssue(forge, principal, { project: row.projectId, iid: row.iid })
  if (found === undefined || E.isLeft(found)) return refuse(recordNotFound)
  if (!mayUpdateIssue(found.right.facts)) return refuse(forbidden())
  const command = { type: 'Close', by: principal.userId, mergeRequestId } as const
  const done = await forge.aggregates.execute(issue, issueId, command, context)
  return E.isLeft(done) ? done : E.right(undefined)
}

/** Whether merging the merge request would close the issue. */
export interface RecordClosingMergeRequest extends ClosingMergeRequest {
  readonly closes: boolean
}

/** Records whether merging the merge request would close the issue, on behalf of the instance. Rejections: `Unavailable`. */
export const recordClosingMergeRequest: UseCase<RecordClosingMergeRequest, void> = async (
  forge,
  { context },
  { issueId, mergeRequestId, closes },
) => {
  const command = { type: closes ? 'NoteCloser' : 'DropCloser', mergeRequestId } as const
  const done = await forge.aggregates.execute(issue, issueId, command, context)
  return E.isLeft(done) ? done : E.right(undefined)
}

/** How many merge requests would close an issue, among those that the caller may read. */
export const countClosingMergeRequests: VisibleLookup<Pick<IssueRow, 'id' | 'closersCount'>, number> = (
  forge,
  { principal },
  { id, closersCount },
) => {
  if (closersCount === 0 || principal.kind !== 'user') return 0
  const { userId } = principal
  const mayRead = (closer: number): boolean =>
    readerAccess(forge, { type: 'MergeRequest', id: closer }, userId) !== undefined
  return forge.read.issues.closers(id).filter(mayRead).length
}

/** The merge requests that close the issue when they are merged. */
export const closingMergeRequestsOf: Lookup<number, ReadonlyArray<number>> = (forge, issueId) =>
  forge.read.issues.closers(issueId)
