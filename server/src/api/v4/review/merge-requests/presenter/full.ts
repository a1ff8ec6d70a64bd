import type { SignedIn } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import type { PipelineRow } from '@forgefold/core/domains/delivery/pipeline'
import { userCard } from '@forgefold/core/domains/identity/user'
import { accessTo, mayInProject, type ProjectRow, projectById } from '@forgefold/core/domains/projects/project'
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
import type { Instant } from '@forgefold/core/kernel'
import { releaseHas } from '@forgefold/core/releases'
import { encodedFragment, type Fragment, fragmentOfText } from '../../../../../http/index.js'
import { presentWholePipeline } from '../../../delivery/pipelines/presenter.js'
import { presentPipeline } from '../../../projects/repository/pipeline-presenter.js'
import type { Place } from './basic.js'
import { presentBasic } from './basic.js'
import { keptTextOf, textOfMergeRequest, withMembers } from './fragments.js'

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

/** What a caller sees of a merge request that its row does not tell. */
interface Sight {
  /** Undefined in releases that do not show it. */
  readonly detailedStatus: ReturnType<typeof detailedMergeStatus> | undefined
  readonly subscribed: boolean
  readonly canMerge: boolean
  /** Undefined for callers who may not read pipelines. */
  readonly pipelines: { readonly head: PipelineRow | undefined; readonly deployedAt: Instant | null } | undefined
}

const sightOf = (forge: Forge, principal: SignedIn, project: ProjectRow, row: MergeRequestRow): Sight => ({
  detailedStatus: releaseHas('merge_request.detailed_merge_status', forge.instance.release)
    ? detailedMergeStatus(row.mergeStatus, mergeFactsOf(forge, project, row))
    : undefined,
  subscribed: isSubscribedTo(forge, { id: row.id, userId: principal.userId }),
  canMerge: canMerge(forge, principal, row),
  pipelines: mayInProject(accessTo(forge, principal, project), 'read_pipeline')
    ? { head: headPipelineFor(forge, { principal }, row), deployedAt: firstDeployedToProduction(forge, row.id) }
    : undefined,
})

const presentPipelines = (forge: Forge, pipelines: Sight['pipelines']) => {
  if (pipelines === undefined) return {}
  const { head, deployedAt } = pipelines
  const { release } = forge.instance
  return {
    latest_build_started_at: head?.startedAt ?? null,
    latest_build_finished_at: head?.finishedAt ?? null,
    first_deployed_to_production_at: deployedAt,
    ...(releaseHas('merge_request.pipeline', release)
      ? { pipeline: head === undefined ? null : presentPipeline(forge, head) }
      : {}),
    head_pipeline: head === undefined ? null : presentWholePipeline(forge, head),
  }
}

const presentDiffRefs = ({ version: { base, head, start } }: MergeRequestRow) =>
  base === null && start === null ? null : { base_sha: base, head_sha: head, start_sha: start }

/** The fields of a single merge request that lists lack, many of which depend on the caller. */
const presentMore = (forge: Forge, row: MergeRequestRow, sight: Sight) => {
  const more = {
    subscribed: sight.subscribed,
    changes_count: row.version.realSize,
    ...presentPipelines(forge, sight.pipelines),
    diff_refs: presentDiffRefs(row),
    merge_error: row.mergeError,
    user: { can_merge: sight.canMerge },
  }
  return sight.detailedStatus === undefined ? more : { detailed_merge_status: sight.detailedStatus, ...more }
}

const presentDiverged = async (forge: Forge, row: MergeRequestRow, view: FullView) =>
  view.diverged === true ? { diverged_commits_count: await divergedCommits(forge, row) } : {}

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
  const more = presentMore(forge, row, sightOf(forge, principal, project, row))
  return Object.assign(basic, more, await presentDiverged(forge, row, view))
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
  const more = presentMore(forge, row, sightOf(forge, principal, project, row))
  return withMembers(basic, { ...more, ...(await presentDiverged(forge, row, view)), ...members })
}

/**
 * The same for a merge request in its project, as long as nothing shown with it changes. Undefined where its text has to be made first, or where
 * it is shown as being checked.
 */
export const fullFragment = (
  forge: Forge,
  principal: SignedIn,
  project: ProjectRow,
  row: MergeRequestRow,
  members: Readonly<Record<string, boolean>>,
): Fragment | undefined => {
  const basic = underCheck(row) === row ? keptTextOf(forge, row, 'project') : undefined
  if (basic === undefined) return undefined
  const sight = sightOf(forge, principal, project, row)
  const { detailedStatus, subscribed, canMerge: mayMerge, pipelines } = sight
  const head = pipelines?.head
  const runner = head?.userId ?? undefined
  const shown = [
    ...[basic, forge.instance, detailedStatus, subscribed, mayMerge, head, pipelines?.deployedAt],
    head === undefined ? undefined : projectById(forge, head.projectId),
    runner === undefined ? undefined : userCard(forge, runner),
    ...Object.values(members),
  ]
  return forge.mergeRequestFragments.made.wholes.kept(row, shown, () =>
    encodedFragment(fragmentOfText(withMembers(basic, { ...presentMore(forge, row, sight), ...members }))),
  )
}
