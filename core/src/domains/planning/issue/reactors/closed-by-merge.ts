import * as E from 'fp-ts/lib/Either.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import { orRetry, type Reactor, reaction } from '../../../../app/reactors.js'
import { idOf, userActor } from '../../../../kernel/index.js'
import { principalOfUser } from '../../../identity/user/principal.js'
import { projectFor } from '../../../projects/project/access.js'
import { mergeRequest } from '../../../review/merge-request/decider.js'
import { closedBy } from '../../../review/merge-request/use-cases/closing.js'
import { issue } from '../decider.js'

const NAME = 'issues-closed-by-merge'

/** A merge into the default branch closes the issues that it names, in the merger's name (docs/reference/behaviour/review.md#issues-that-a-merge-closes). */
export const issuesClosedByMerge: Reactor = {
  name: NAME,
  filter: { categories: [mergeRequest.category], types: ['MergeRequestMerged'] },
  react: async (forge, stored) => {
    const row = forge.read.mergeRequests.byId(Number(idOf(stored.stream)))
    if (row === undefined || row.mergedBy === null) return
    const principal = principalOfUser(forge, row.mergedBy)
    if (principal === undefined) return
    const context = { ...reaction(forge, NAME, stored), actor: userActor(row.mergedBy) }
    for (const found of await closedBy(forge, row)) {
      if (found.kind !== 'internal') continue
      if (E.isLeft(projectFor(forge, principal, found.projectId, 'read_issue'))) continue
      const command = { type: 'Close', by: row.mergedBy, mergeRequestId: row.id } as const
      const done = await forge.aggregates.execute(issue, found.issueId, command, withNewCommandId(forge, context))
      orRetry(done)
    }
  },
}
