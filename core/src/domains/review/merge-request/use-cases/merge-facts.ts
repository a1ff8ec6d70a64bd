import type { Forge } from '../../../../app/forge.js'
import type { ProjectRow } from '../../../projects/project/queries.js'
import type { MergeRequestRow } from '../queries.js'
import { isDraft } from '../rules/draft.js'
import type { MergeFacts } from '../rules/mergeability.js'
import { sourceHead, targetHead } from './branches.js'
import { headPipeline } from './pipelines.js'

/** True where nothing is left to talk about, or the project does not mind. */
export const blockingDiscussionsResolved = (forge: Forge, project: ProjectRow, row: MergeRequestRow): boolean =>
  !project.onlyAllowMergeIfAllDiscussionsAreResolved || forge.companions.discussions.allResolved(row.id)

/** What stands in the way of a merge or does not. */
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
  approved: forge.instance.tier === 'free' || forge.companions.approvals.areGiven(row),
})
