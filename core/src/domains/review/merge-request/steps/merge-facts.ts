import type { Forge } from '../../../../app/forge.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import { isApproved } from '../../approval-rule/rule-verdict.js'
import { applicableStatusChecks, statusOfCheck } from '../../external-status-check/steps/check-status.js'
import type { MergeRequestRow } from '../queries.js'
import { isDraft } from '../rules/draft.js'
import type { MergeFacts } from '../rules/mergeability.js'
import { headPipeline } from '../use-cases/pipelines.js'
import { approvalState } from './approval-state.js'
import { sourceHead, targetHead } from './branches.js'

/** The facts about discussions that mergeability depends on; conversation implements it, and the composition passes it in. */
export interface DiscussionState {
  /** Whether every resolvable discussion of the merge request is resolved. */
  readonly allResolved: (forge: Forge, mergeRequestId: number) => boolean
}

declare module '../../../../app/forge.js' {
  interface Forge {
    readonly discussionState: DiscussionState
  }
}

/** True where every discussion is resolved, or the project does not require it. */
export const blockingDiscussionsResolved = (forge: Forge, project: ProjectRow, row: MergeRequestRow): boolean =>
  !project.onlyAllowMergeIfAllDiscussionsAreResolved || forge.discussionState.allResolved(forge, row.id)

/** True where every external status check that applies has passed, or the project does not require it. */
const requiredStatusChecksPassed = (forge: Forge, project: ProjectRow, row: MergeRequestRow): boolean => {
  if (forge.instance.tier !== 'ultimate' || project.onlyAllowMergeIfAllStatusChecksPassed !== true) return true
  const checks = applicableStatusChecks(forge, row)
  return checks.every(({ id: checkId }) => statusOfCheck(forge, { row, checkId }) === 'passed')
}

/** The facts that decide whether a merge request can be merged. */
export const mergeFactsOf = (forge: Forge, project: ProjectRow, row: MergeRequestRow): MergeFacts => ({
  status: row.status,
  isDraft: isDraft(row.title, forge.instance.release),
  isBroken:
    row.version.state === 'empty' ||
    row.mergeStatus === 'cannot_be_merged' ||
    sourceHead(forge, row) === undefined ||
    targetHead(forge, row) === undefined,
  pipeline: headPipeline(forge, row)?.status,
  pipelineMustSucceed: project.onlyAllowMergeIfPipelineSucceeds,
  skippedPipelineCounts: project.allowMergeOnSkippedPipeline === true,
  discussionsResolved: blockingDiscussionsResolved(forge, project, row),
  statusChecksPassed: requiredStatusChecksPassed(forge, project, row),
  approved: forge.instance.tier === 'free' || isApproved(approvalState(forge, project, row).rules),
})
