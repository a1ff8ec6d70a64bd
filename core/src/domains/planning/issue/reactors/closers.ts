import { withNewCommandId } from '../../../../app/command-context.js'
import { orRetry, type Reactor, reaction } from '../../../../app/reactors.js'
import { idOf } from '../../../../kernel/index.js'
import { mergeRequest } from '../../../review/merge-request/decider.js'
import { closedBy } from '../../../review/merge-request/use-cases/closing.js'
import { issue } from '../decider.js'

const NAME = 'issue-closers'

/** Keeps for each issue which merge requests say that they close it; frozen while one is to be merged by itself (docs/reference/behaviour/review.md#issues-that-a-merge-closes). */
export const issueClosers: Reactor = {
  name: NAME,
  filter: {
    categories: [mergeRequest.category],
    types: ['MergeRequestCreated', 'DetailsChanged', 'VersionRecorded', 'Retargeted', 'MergeRequestDeleted'],
  },
  react: async (forge, stored) => {
    const id = Number(idOf(stored.stream))
    const row = forge.read.mergeRequests.byId(id)
    if (row !== undefined && (row.autoMerge !== null || row.status !== 'opened')) return
    const found = row === undefined ? [] : await closedBy(forge, row)
    const wanted = new Set(found.flatMap((one) => (one.kind === 'internal' ? one.issueId : [])))
    const known = new Set(forge.read.issues.closedBy(id))
    const context = reaction(forge, NAME, stored)
    for (const issueId of new Set([...wanted, ...known])) {
      if (wanted.has(issueId) === known.has(issueId)) continue
      const command = { type: wanted.has(issueId) ? 'NoteCloser' : 'DropCloser', mergeRequestId: id } as const
      const done = await forge.aggregates.execute(issue, issueId, command, withNewCommandId(forge, context))
      orRetry(done)
    }
  },
}
