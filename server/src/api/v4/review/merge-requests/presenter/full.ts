import type { SignedIn } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { accessTo, mayInProject, type ProjectRow } from '@forgefold/core/domains/projects/project'
import {
  canMerge,
  detailedMergeStatus,
  divergedCommits,
  firstDeployedToProduction,
  headPipelineFor,
  isSubscribedTo,
  type MergeRequestRow,
  type MergeStatus,
  mergeFactsOf,
} from '@forgefold/core/domains/review/merge-request'
import { releaseHas } from '@forgefold/core/releases'
import { presentWholePipeline } from '../../../delivery/pipelines/presenter.js'
import { presentPipeline } from '../../../projects/repository/pipeline-presenter.js'
import type { Place } from './basic.js'
import { presentBasic } from './basic.js'
import { textOfMergeRequest, withMembers } from './fragments.js'

/** Optional parts of a single merge request. */
export interface FullView {
  readonly place: Place
  readonly diverged?: boolean
}

/** A single merge request is shown as being checked where a check is due: the route starts it. */
const underCheck = (row: MergeRequestRow): MergeRequestRow => {
  const shown: Partial<Record<MergeStatus, MergeStatus>> = {
    unchecked: 'checking',
    cannot_be_merged_recheck: 'cannot_be_merged_rechecking',
  }
  const mergeStatus = row.status === 'opened' ? shown[row.mergeStatus] : undefined
  return mergeStatus === undefined ? row : { ...row, mergeStatus }
}

const presentPipelines = (forge: Forge, principal: SignedIn, project: ProjectRow, row: MergeRequestRow) => {
  if (!mayInProject(accessTo(forge, principal, project), 'read_pipeline')) return {}
  const head = headPipelineFor(forge, { principal }, row)
  const { release } = forge.instance
  return {
    latest_build_started_at: head?.startedAt ?? null,
    latest_build_finished_at: head?.finishedAt ?? null,
    first_deployed_to_production_at: firstDeployedToProduction(forge, row.id),
    ...(releaseHas('merge_request.pipeline', release)
      ? { pipeline: head === undefined ? null : presentPipeline(forge, head) }
      : {}),
    head_pipeline: head === undefined ? null : presentWholePipeline(forge, head),
  }
}

const presentDiffRefs = ({ version: { base, head, start } }: MergeRequestRow) =>
  base === null && start === null ? null : { base_sha: base, head_sha: head, start_sha: start }

/** The fields of a single merge request that lists lack, many of which depend on the caller. */
const presentMore = async (
  forge: Forge,
  principal: SignedIn,
  project: ProjectRow,
  row: MergeRequestRow,
  view: FullView,
) => ({
  ...(releaseHas('merge_request.detailed_merge_status', forge.instance.release)
    ? { detailed_merge_status: detailedMergeStatus(row.mergeStatus, mergeFactsOf(forge, project, row)) }
    : {}),
  subscribed: isSubscribedTo(forge, { id: row.id, userId: principal.userId }),
  changes_count: row.version.realSize,
  ...presentPipelines(forge, principal, project, row),
  diff_refs: presentDiffRefs(row),
  merge_error: row.mergeError,
  user: { can_merge: canMerge(forge, principal, row) },
  ...(view.diverged === true ? { diverged_commits_count: await divergedCommits(forge, row) } : {}),
})

/** A merge request by itself, as the caller sees it (docs/reference/behaviour/review.md#single-merge-request). */
export const presentFull = async (
  forge: Forge,
  principal: SignedIn,
  project: ProjectRow,
  stored: MergeRequestRow,
  view: FullView,
) => {
  const row = underCheck(stored)
  const basic = await presentBasic(forge, project, row, { place: view.place, labelsDetails: false })
  return { ...basic, ...(await presentMore(forge, principal, project, row, view)) }
}

/** `presentFull` as JSON text, with more members at its end; the fields that are the same for every caller are cached for each edition of the row. */
export const textOfFull = async (
  forge: Forge,
  principal: SignedIn,
  project: ProjectRow,
  stored: MergeRequestRow,
  view: FullView,
  members: Readonly<Record<string, unknown>>,
): Promise<string> => {
  const row = underCheck(stored)
  const kept = row === stored ? await textOfMergeRequest(forge, row, view.place) : undefined
  const basic =
    kept ?? JSON.stringify(await presentBasic(forge, project, row, { place: view.place, labelsDetails: false }))
  return withMembers(basic, { ...(await presentMore(forge, principal, project, row, view)), ...members })
}
