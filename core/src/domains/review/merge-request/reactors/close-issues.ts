import { anonymous } from '../../../../access/index.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import { type Reactor, reaction, valueOrRetry } from '../../../../app/reactors.js'
import { idOf } from '../../../../kernel/index.js'
import { principalOfUser } from '../../../identity/user/use-cases/read.js'
import { recordClosingMergeRequest } from '../../../planning/issue/use-cases/closing-merge-requests.js'
import { mergeRequest } from '../decider.js'
import { issuesClosedBy } from '../steps/closed-issues.js'
import { closeIssuesOf } from '../steps/follow-merge.js'

const CLOSED = 'issues-closed-by-merge'
const CLOSERS = 'issue-closers'

/** Closes issues by a merge, where the request that merged was interrupted, or there was none. */
export const issuesClosedByMerge: Reactor = {
  name: CLOSED,
  filter: { categories: [mergeRequest.category], types: ['MergeRequestMerged'] },
  react: async (forge, stored) => {
    const row = forge.read.mergeRequests.byId(Number(idOf(stored.stream)))
    if (row !== undefined) await closeIssuesOf(forge, row, reaction(forge, CLOSED, stored))
  },
}

/**
 * Records for each issue which merge requests close it, as far as their author may read it; unchanged while auto-merge is set
 * (docs/reference/behaviour/review.md#issues-that-a-merge-closes).
 */
export const issueClosers: Reactor = {
  name: CLOSERS,
  filter: {
    categories: [mergeRequest.category],
    types: ['MergeRequestCreated', 'DetailsChanged', 'VersionRecorded', 'Retargeted', 'MergeRequestDeleted'],
  },
  react: async (forge, stored) => {
    const id = Number(idOf(stored.stream))
    const row = forge.read.mergeRequests.byId(id)
    if (row !== undefined && (row.autoMerge !== null || row.status !== 'opened')) return
    const author = row === undefined ? anonymous : principalOfUser(forge, row.authorId)
    if (author === undefined) return
    const found = row === undefined ? [] : await issuesClosedBy(forge, author, row)
    const wanted = new Set(found.flatMap((one) => (one.kind === 'internal' ? one.issue.id : [])))
    const known = new Set(forge.read.issues.closedBy(id))
    const context = reaction(forge, CLOSERS, stored)
    for (const issueId of new Set([...wanted, ...known])) {
      const closes = wanted.has(issueId)
      if (closes === known.has(issueId)) continue
      const caller = { principal: anonymous, context: withNewCommandId(forge, context) }
      valueOrRetry(await recordClosingMergeRequest(forge, caller, { issueId, mergeRequestId: id, closes }))
    }
  },
}
