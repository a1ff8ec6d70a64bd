import { type CommandContext, withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { RetryableError, valueOrRetry } from '../../../../app/reactors.js'
import { userActor } from '../../../../kernel/index.js'
import { principalOfUser } from '../../../identity/user/use-cases/read.js'
import { closeByMerge } from '../../../planning/issue/use-cases/closing-merge-requests.js'
import type { MergeRequestRow } from '../queries.js'
import { removesSource } from '../rules/merge-strategy.js'
import { issuesClosedBy } from './closed-issues.js'
import { removeSourceBranch } from './remove-source-branch.js'

/**
 * A merge into the default branch closes the issues that it names and that the user who merged may close, in that user's name
 * (docs/reference/behaviour/review.md#issues-that-a-merge-closes). Safe to repeat.
 */
export const closeIssuesOf = async (forge: Forge, row: MergeRequestRow, context: CommandContext): Promise<void> => {
  const principal = row.mergedBy === null ? undefined : principalOfUser(forge, row.mergedBy)
  if (row.mergedBy === null || principal === undefined) return
  const own = { ...context, actor: userActor(row.mergedBy) }
  for (const found of await issuesClosedBy(forge, principal, row)) {
    if (found.kind !== 'internal') continue
    const caller = { principal, context: withNewCommandId(forge, own) }
    valueOrRetry(await closeByMerge(forge, caller, { issueId: found.issue.id, mergeRequestId: row.id }))
  }
}

/**
 * The consequences of a merge that a client looks for next: the source branch is removed where requested, and issues are closed. Whatever is
 * unavailable now is left to reactors.
 */
export const followMerge = async (
  forge: Forge,
  row: MergeRequestRow,
  shouldRemoveSourceBranch: boolean | null,
  context: CommandContext,
): Promise<void> => {
  try {
    if (removesSource(shouldRemoveSourceBranch, row.forceRemoveSourceBranch))
      await removeSourceBranch(forge, row, context)
    await closeIssuesOf(forge, row, context)
  } catch (error) {
    if (!(error instanceof RetryableError)) throw error
  }
}
