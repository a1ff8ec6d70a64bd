import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { wholeDescription } from '@forgefold/core/domains/issuable'
import {
  canonicalIssue,
  countClosingMergeRequests,
  type IssueRow,
  isSubscribedToIssue,
  issueUrl,
  projectOfIssue,
} from '@forgefold/core/domains/planning/issue'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import { userSummary } from '../../identity/users/presenter.js'
import { presentTimeStats } from '../../issuable/time-stats.js'
import { presentLabelsOf } from '../labels/presenter.js'
import { presentMilestoneOf } from '../milestones/presenter.js'

/** How an issue is presented. */
export interface IssueView {
  /** `project`: in a list of its own project. */
  readonly place: 'project' | 'elsewhere'
  readonly labelsDetails: boolean
  readonly visibleTo: Principal
}

const presentPeople = (forge: Forge, row: IssueRow) => {
  const assignees = row.assigneeIds.map((id) => userSummary(forge, id))
  return {
    closed_at: row.closedAt,
    closed_by: row.closedBy === null ? null : userSummary(forge, row.closedBy),
    assignees,
    author: userSummary(forge, row.authorId),
    assignee: assignees[0] ?? null,
  }
}

const linkTo = (forge: Forge, projectId: number): string => `${forge.instance.externalUrl}/api/v4/projects/${projectId}`

const linkToCanonical = (forge: Forge, visibleTo: Principal, row: IssueRow): string | null => {
  const other = canonicalIssue(forge, { principal: visibleTo }, row)
  return other === undefined ? null : `${linkTo(forge, other.projectId)}/issues/${other.iid}`
}

const presentLinks = (forge: Forge, visibleTo: Principal, row: IssueRow) => {
  const project = linkTo(forge, row.projectId)
  const self = `${project}/issues/${row.iid}`
  return {
    self,
    notes: `${self}/notes`,
    award_emoji: `${self}/award_emoji`,
    project,
    closed_as_duplicate_of: linkToCanonical(forge, visibleTo, row),
  }
}

/** An issue (docs/reference/behaviour/planning.md#issues). */
export const presentIssue = async (forge: Forge, project: ProjectRow, row: IssueRow, view: IssueView) => {
  const short = `#${row.iid}`
  const full = `${project.fullPath}${short}`
  const { tasks, tasksDone } = row.description
  return {
    id: row.id,
    iid: row.iid,
    project_id: row.projectId,
    title: row.title,
    description: await wholeDescription(forge, row.description),
    state: row.state,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    ...presentPeople(forge, row),
    labels: await presentLabelsOf(forge, row.labelIds, view.labelsDetails),
    milestone: presentMilestoneOf(forge, row.milestoneId),
    type: row.issueType.toUpperCase(),
    user_notes_count: row.notesCount,
    merge_requests_count: countClosingMergeRequests(forge, { principal: view.visibleTo }, row),
    upvotes: row.upvotes,
    downvotes: row.downvotes,
    due_date: row.dueDate,
    confidential: row.confidential,
    discussion_locked: row.discussionLocked,
    issue_type: row.issueType,
    web_url: issueUrl(forge, { project, iid: row.iid }),
    time_stats: presentTimeStats(forge, row),
    task_completion_status: { count: tasks, completed_count: tasksDone },
    has_tasks: tasks > 0,
    ...(tasks > 0 ? { task_status: `${tasksDone} of ${tasks} tasks completed` } : {}),
    _links: presentLinks(forge, view.visibleTo, row),
    references: { short, relative: view.place === 'project' ? short : full, full },
    ...(forge.instance.tier === 'free' ? {} : { weight: row.weight, iteration: null, epic_iid: null, epic: null }),
    ...(forge.instance.tier === 'ultimate' ? { health_status: null } : {}),
    severity: 'UNKNOWN',
    moved_to_id: row.movedTo,
    service_desk_reply_to: null,
  }
}

/** Issues of any projects, in order. */
export const presentIssues = async (forge: Forge, rows: ReadonlyArray<IssueRow>, view: IssueView) => {
  const shown = await Promise.all(
    rows.map((row) => {
      const project = projectOfIssue(forge, row)
      return project === undefined ? [] : presentIssue(forge, project, row, view)
    }),
  )
  return shown.flat()
}

/** An issue by itself, with whether the caller is subscribed; undefined where its project is deleted. */
export const presentWholeIssue = async (forge: Forge, principal: Principal, row: IssueRow) => {
  const project = projectOfIssue(forge, row)
  if (project === undefined) return undefined
  const view = { place: 'project', labelsDetails: false, visibleTo: principal } as const
  const subscribed = principal.kind === 'user' && isSubscribedToIssue(forge, { id: row.id, userId: principal.userId })
  return Object.assign(await presentIssue(forge, project, row, view), { subscribed })
}
