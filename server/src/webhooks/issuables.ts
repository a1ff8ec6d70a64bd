import type { Forge } from '@forgefold/core/app'
import { wholeDescription } from '@forgefold/core/domains/issuable'
import type { IssueRow } from '@forgefold/core/domains/planning/issue'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import { projectById } from '@forgefold/core/domains/projects/project'
import {
  blockingDiscussionsResolved,
  headPipeline,
  isDraft,
  type MergeRequestRow,
  mergeRequestById,
  shownMergeStatus,
} from '@forgefold/core/domains/review/merge-request'
import {
  type Attributes,
  type DeliverableEvent,
  type EventDetails,
  issueForPayload,
} from '@forgefold/core/domains/webhooks/webhook'
import type { Instant } from '@forgefold/core/kernel'
import type { ObjectId } from '@forgefold/core/ports'
import { presentTimeStats, type TrackedTime } from '../api/v4/issuable/time-stats.js'
import { changesIn } from './changes.js'
import { labelsIn, payloadTime, projectIn, repositoryIn, userIn, usersIn } from './payload-parts.js'
import { commitIn } from './push.js'

const timesIn = (forge: Forge, row: TrackedTime, now: Attributes) => {
  const { human_time_estimate, human_total_time_spent } = presentTimeStats(forge, row)
  const timeChange = Number(now['time_change'] ?? 0)
  return {
    time_estimate: row.timeEstimate,
    total_time_spent: row.timeSpent,
    time_change: timeChange,
    human_time_estimate,
    human_total_time_spent,
    human_time_change: presentTimeStats(forge, { timeEstimate: 0, timeSpent: timeChange }).human_total_time_spent,
  }
}

/** Who changed an issuable last, and who its title or description, and when. */
const editsIn = (now: Attributes) => ({
  last_edited_at: payloadTime((now['last_edited_at'] ?? null) as Instant | null),
  last_edited_by_id: now['last_edited_by_id'] ?? null,
  updated_by_id: now['updated_by_id'] ?? null,
})

const STATE_IDS = { opened: 1, closed: 2, merged: 3, locked: 4 } as const

/** An issue in a payload, with what its history tells. */
export const issueIn = async (forge: Forge, project: ProjectRow, row: IssueRow, now: Attributes) => ({
  id: row.id,
  iid: row.iid,
  title: row.title,
  description: await wholeDescription(forge, row.description),
  author_id: row.authorId,
  assignee_id: row.assigneeIds[0] ?? null,
  assignee_ids: row.assigneeIds,
  project_id: row.projectId,
  milestone_id: row.milestoneId,
  state: row.state,
  state_id: STATE_IDS[row.state],
  type: 'Issue',
  severity: 'unknown',
  confidential: row.confidential,
  discussion_locked: row.discussionLocked,
  due_date: row.dueDate,
  created_at: payloadTime(row.createdAt),
  updated_at: payloadTime(row.updatedAt),
  closed_at: payloadTime(row.closedAt),
  duplicated_to_id: row.duplicateOf,
  moved_to_id: row.movedTo,
  relative_position: null,
  ...editsIn(now),
  ...timesIn(forge, row, now),
  labels: labelsIn(forge, row.labelIds),
  url: `${forge.instance.externalUrl}/${project.fullPath}/-/issues/${row.iid}`,
})

/** The payload of an issue. */
export const issuePayload = async (
  forge: Forge,
  project: ProjectRow,
  { id, action }: { readonly id: number; readonly action: string },
  { userId, cause }: DeliverableEvent,
) => {
  const row = issueForPayload(forge, id)
  if (row === undefined) return undefined
  const { changes, now } = await changesIn(forge, 'issue', id, { cause })
  const issue = await issueIn(forge, project, row, now)
  return {
    object_kind: 'issue',
    event_type: row.confidential ? 'confidential_issue' : 'issue',
    user: userIn(forge, userId),
    project: projectIn(forge, project),
    object_attributes: { ...issue, action },
    labels: issue.labels,
    changes,
    repository: repositoryIn(forge, project),
    assignees: usersIn(forge, row.assigneeIds),
  }
}

/** A merge request in a payload, with what its history tells. */
export const mergeRequestIn = async (forge: Forge, project: ProjectRow, row: MergeRequestRow, now: Attributes) => {
  const source = projectById(forge, row.sourceProjectId)
  const { head } = row.version
  const last = head === null ? undefined : await forge.git.of(project.id).commit(head as ObjectId)
  const draft = isDraft(row.title, forge.instance.release)
  return {
    id: row.id,
    iid: row.iid,
    title: row.title,
    description: await wholeDescription(forge, row.description),
    author_id: row.authorId,
    assignee_id: row.assigneeIds[0] ?? null,
    assignee_ids: row.assigneeIds,
    reviewer_ids: row.reviewers.map(({ userId }) => userId),
    milestone_id: row.milestoneId,
    source_branch: row.sourceBranch,
    source_project_id: row.sourceProjectId,
    target_branch: row.targetBranch,
    target_project_id: row.targetProjectId,
    state: row.status,
    state_id: STATE_IDS[row.status as keyof typeof STATE_IDS] ?? STATE_IDS.opened,
    merge_status: shownMergeStatus(row.mergeStatus),
    merge_error: row.mergeError,
    merge_commit_sha: row.mergeCommitSha,
    merge_user_id: row.mergedBy,
    merge_when_pipeline_succeeds: row.autoMerge !== null && row.status === 'opened',
    merge_params: { force_remove_source_branch: row.forceRemoveSourceBranch === true ? '1' : '0' },
    head_pipeline_id: headPipeline(forge, row)?.id ?? null,
    blocking_discussions_resolved: blockingDiscussionsResolved(forge, project, row),
    draft,
    work_in_progress: draft,
    created_at: payloadTime(row.createdAt),
    updated_at: payloadTime(row.updatedAt),
    ...editsIn(now),
    ...timesIn(forge, row, now),
    labels: labelsIn(forge, row.labelIds),
    url: `${forge.instance.externalUrl}/${project.fullPath}/-/merge_requests/${row.iid}`,
    source: source === undefined ? null : projectIn(forge, source),
    target: projectIn(forge, project),
    last_commit: last === undefined ? null : commitIn(forge, project, last),
  }
}

/** The payload of a merge request; none of a version with the same head as the one before. */
export const mergeRequestPayload = async (
  forge: Forge,
  project: ProjectRow,
  { id, action, isVersion = false }: Extract<EventDetails, { readonly kind: 'merge_request' }>,
  { userId, cause }: DeliverableEvent,
) => {
  const row = mergeRequestById(forge, id)
  if (row === undefined) return undefined
  const { changes, oldrev, isHeadMoved, now } = await changesIn(forge, 'merge_request', id, { cause })
  if (isVersion && !isHeadMoved) return undefined
  const request = await mergeRequestIn(forge, project, row, now)
  return {
    object_kind: 'merge_request',
    event_type: 'merge_request',
    user: userIn(forge, userId),
    project: projectIn(forge, project),
    object_attributes: { ...request, action, ...oldrev },
    labels: request.labels,
    changes,
    repository: repositoryIn(forge, project),
    assignees: usersIn(forge, row.assigneeIds),
    reviewers: usersIn(
      forge,
      row.reviewers.map((reviewer) => reviewer.userId),
    ),
  }
}
