import type { Forge } from '@forgefold/core/app'
import { wholeDescription } from '@forgefold/core/domains/issuable'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import {
  blockingDiscussionsResolved,
  hasConflicts,
  isCollaborative,
  isDraft,
  type MergeRequestRow,
  mergeRequestUrl,
  shownMergeStatus,
} from '@forgefold/core/domains/review/merge-request'
import { releaseHas } from '@forgefold/core/releases'
import { userSummary } from '../../../identity/users/presenter.js'
import { presentTimeStats } from '../../../issuable/time-stats.js'
import { presentLabelsOf } from '../../../planning/labels/presenter.js'
import { presentMilestoneOf } from '../../../planning/milestones/presenter.js'

/** Where a merge request is shown: in a list of its own project, or elsewhere. */
export type Place = 'project' | 'elsewhere'

/** The references of a merge request (docs/reference/behaviour/review.md#references); the deprecated `reference` is relative to the list. */
const presentReferences = (project: Pick<ProjectRow, 'fullPath'>, iid: number, place: Place) => {
  const short = `!${iid}`
  const full = `${project.fullPath}${short}`
  const relative = place === 'project' ? short : full
  return { reference: relative, references: { short, relative, full } }
}

/** How a merge request is presented. */
export interface BasicView {
  readonly place: Place
  /** Labels as objects instead of titles. */
  readonly labelsDetails: boolean
}

const userOrNull = (forge: Forge, userId: number | null) => (userId === null ? null : userSummary(forge, userId))

/** The user who merged, or who enabled auto-merge. */
const mergeUserOf = (row: MergeRequestRow): number | null =>
  row.status === 'merged' ? row.mergedBy : (row.autoMerge?.by ?? null)

/** Which of the two there is depends on the release. */
const presentMergeUsers = (forge: Forge, row: MergeRequestRow) => {
  const { release } = forge.instance
  return {
    ...(releaseHas('merge_request.merged_by', release) ? { merged_by: userOrNull(forge, row.mergedBy) } : {}),
    ...(releaseHas('merge_request.merge_user', release) ? { merge_user: userOrNull(forge, mergeUserOf(row)) } : {}),
  }
}

const presentPeople = (forge: Forge, row: MergeRequestRow) => {
  const assignees = row.assigneeIds.map((id) => userSummary(forge, id))
  return {
    merged_at: row.mergedAt,
    closed_by: userOrNull(forge, row.closedBy),
    closed_at: row.closedAt,
    target_branch: row.targetBranch,
    source_branch: row.sourceBranch,
    user_notes_count: row.notesCount,
    upvotes: row.upvotes,
    downvotes: row.downvotes,
    author: userSummary(forge, row.authorId),
    assignees,
    assignee: assignees[0] ?? null,
    reviewers: row.reviewers.map(({ userId }) => userSummary(forge, userId)),
  }
}

/** The two fields for forks; merge requests within one project have neither. */
const presentCollaboration = (forge: Forge, row: MergeRequestRow) => {
  if (row.sourceProjectId === row.targetProjectId) return {}
  const allowed = isCollaborative(forge, row)
  return { allow_collaboration: allowed, allow_maintainer_to_push: allowed }
}

/** The first fields of every form after the id. */
const presentHead = async (forge: Forge, row: MergeRequestRow) => ({
  iid: row.iid,
  project_id: row.targetProjectId,
  title: row.title,
  description: await wholeDescription(forge, row.description),
  state: row.status,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
})

/** The form of `view=simple`. */
export const presentSimply = async (forge: Forge, project: ProjectRow, row: MergeRequestRow) => ({
  id: row.id,
  ...(await presentHead(forge, row)),
  web_url: mergeRequestUrl(forge, project, row.iid),
})

const presentMerge = (row: MergeRequestRow) => ({
  merge_when_pipeline_succeeds: row.autoMerge !== null,
  merge_status: shownMergeStatus(row.mergeStatus),
  sha: row.version.head,
  merge_commit_sha: row.mergeCommitSha,
  squash_commit_sha: row.squashCommitSha,
  discussion_locked: row.discussionLocked,
  should_remove_source_branch: row.shouldRemoveSourceBranch,
  force_remove_source_branch: row.forceRemoveSourceBranch,
})

/** A merge request in a list (docs/reference/behaviour/review.md#merge-request-in-a-list); the same for every caller. */
export const presentBasic = async (forge: Forge, project: ProjectRow, row: MergeRequestRow, view: BasicView) => {
  const draft = isDraft(row.title, forge.instance.release)
  return {
    id: row.id,
    ...(await presentHead(forge, row)),
    ...presentMergeUsers(forge, row),
    ...presentPeople(forge, row),
    source_project_id: row.sourceDeleted ? null : row.sourceProjectId,
    target_project_id: row.targetProjectId,
    labels: await presentLabelsOf(forge, row.labelIds, view.labelsDetails),
    draft,
    ...(releaseHas('merge_request.work_in_progress', forge.instance.release) ? { work_in_progress: draft } : {}),
    milestone: presentMilestoneOf(forge, row.milestoneId),
    ...presentMerge(row),
    ...presentCollaboration(forge, row),
    ...presentReferences(project, row.iid, view.place),
    web_url: mergeRequestUrl(forge, project, row.iid),
    time_stats: presentTimeStats(forge, row),
    squash: row.squash,
    task_completion_status: { count: row.description.tasks, completed_count: row.description.tasksDone },
    has_conflicts: hasConflicts(row.mergeStatus),
    blocking_discussions_resolved: blockingDiscussionsResolved(forge, project, row),
    ...(forge.instance.tier === 'free' ? {} : { approvals_before_merge: row.approvalsBeforeMerge }),
  }
}
