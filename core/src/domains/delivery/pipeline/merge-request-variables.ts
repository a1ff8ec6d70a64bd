import type { Variables } from './ci/expression.js'
import type { PipelineRow } from './queries.js'

/** A project of a merge request, as jobs see it. */
interface ProjectOfMergeRequest {
  readonly id: number
  readonly fullPath: string
  readonly url: string
}

/** What only pipelines of the merge request itself and their jobs need to know of it. */
export interface MergeRequestDetails {
  readonly project: ProjectOfMergeRequest | undefined
  /** Undefined where it was deleted. */
  readonly sourceProject: ProjectOfMergeRequest | undefined
  readonly targetIsProtected: boolean
  /** Names of users. */
  readonly assignees: ReadonlyArray<string>
  readonly milestone: string | undefined
  /** The commits of both branches, in pipelines of merged results. */
  readonly merged: { readonly source: string; readonly target: string } | undefined
}

/** The facts about the merge request of a pipeline. */
export interface MergeRequestFacts {
  readonly id: number
  readonly iid: number
  readonly sourceBranch: string
  readonly targetBranch: string
  readonly title: string
  readonly labels: ReadonlyArray<string>
  /** The commit with which its changes are compared. */
  readonly diffBase?: string
  readonly details?: MergeRequestDetails
}

const projectVariables = (prefix: string, project: ProjectOfMergeRequest | undefined): Variables =>
  project === undefined
    ? {}
    : {
        [`${prefix}_ID`]: String(project.id),
        [`${prefix}_PATH`]: project.fullPath,
        [`${prefix}_URL`]: project.url,
      }

const detailVariables = (details: MergeRequestDetails): Variables => ({
  CI_MERGE_REQUEST_EVENT_TYPE: details.merged === undefined ? 'detached' : 'merged_result',
  ...projectVariables('CI_MERGE_REQUEST_PROJECT', details.project),
  ...projectVariables('CI_MERGE_REQUEST_SOURCE_PROJECT', details.sourceProject),
  CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: details.merged?.source ?? '',
  CI_MERGE_REQUEST_TARGET_BRANCH_SHA: details.merged?.target ?? '',
  CI_MERGE_REQUEST_TARGET_BRANCH_PROTECTED: String(details.targetIsProtected),
  CI_MERGE_REQUEST_ASSIGNEES: details.assignees.join(', '),
  ...(details.milestone === undefined ? {} : { CI_MERGE_REQUEST_MILESTONE: details.milestone }),
})

/** The predefined variables of pipelines of merge requests. */
export const mergeRequestVariables = (request: MergeRequestFacts): Variables => ({
  CI_MERGE_REQUEST_ID: String(request.id),
  CI_MERGE_REQUEST_IID: String(request.iid),
  CI_MERGE_REQUEST_REF_PATH: `refs/merge-requests/${request.iid}/head`,
  CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: request.sourceBranch,
  CI_MERGE_REQUEST_TARGET_BRANCH_NAME: request.targetBranch,
  CI_MERGE_REQUEST_TITLE: request.title,
  CI_MERGE_REQUEST_LABELS: request.labels.join(','),
  ...(request.diffBase === undefined ? {} : { CI_MERGE_REQUEST_DIFF_BASE_SHA: request.diffBase }),
  ...(request.details === undefined ? {} : detailVariables(request.details)),
})

/** The merge requests of pipelines, as the pipeline domain needs them; the merge request domain implements it. */
export interface PipelineMergeRequests {
  /** Undefined for other pipelines, and where the merge request is gone. */
  readonly of: (pipeline: Pick<PipelineRow, 'mergeRequestId' | 'sourceSha'>) => MergeRequestFacts | undefined
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly pipelineMergeRequests: PipelineMergeRequests
  }
}
