import type { Forge } from '../../../../app/forge.js'
import type {
  MergeRequestDetails,
  MergeRequestFacts,
  PipelineMergeRequests,
} from '../../../delivery/pipeline/merge-request-variables.js'
import { branchRef } from '../../../projects/repository/refs.js'
import type { MergeRequestRow } from '../queries.js'

const projectOf = ({ read, instance }: Forge, id: number): MergeRequestDetails['project'] => {
  const fullPath = read.projects.byId(id)?.fullPath
  return fullPath === undefined ? undefined : { id, fullPath, url: `${instance.externalUrl}/${fullPath}` }
}

const detailsOf = (forge: Forge, row: MergeRequestRow, mergedSource: string | null): MergeRequestDetails => ({
  project: projectOf(forge, row.targetProjectId),
  sourceProject: row.sourceDeleted ? undefined : projectOf(forge, row.sourceProjectId),
  targetIsProtected: forge.refRules.isProtected(row.targetProjectId, branchRef(row.targetBranch)),
  assignees: row.assigneeIds.map((id) => forge.read.users.card(id).username),
  milestone: row.milestoneId === null ? undefined : forge.read.milestones.byId(row.milestoneId)?.title,
  merged: mergedSource === null ? undefined : { source: mergedSource, target: row.checkedTarget ?? '' },
})

/** What the jobs of its pipelines learn of a merge request. `mergedSource`: the head of the source branch, for pipelines of merged results. */
export const pipelineFactsOf = (forge: Forge, row: MergeRequestRow, mergedSource: string | null): MergeRequestFacts => {
  const { base } = row.version
  return {
    id: row.id,
    iid: row.iid,
    sourceBranch: row.sourceBranch,
    targetBranch: row.targetBranch,
    title: row.title,
    labels: forge.read.labels.rows(row.labelIds).map(({ title }) => title),
    ...(base === null ? {} : { diffBase: base }),
    details: detailsOf(forge, row, mergedSource),
  }
}

/** The merge requests of pipelines, through the interface that pipelines declare. */
export const pipelineMergeRequestsOf = (forge: () => Forge): PipelineMergeRequests => ({
  of: ({ mergeRequestId, sourceSha }) => {
    const row = mergeRequestId === null ? undefined : forge().read.mergeRequests.byId(mergeRequestId)
    return row && pipelineFactsOf(forge(), row, sourceSha)
  },
})
