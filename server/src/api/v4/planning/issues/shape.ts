import { ISSUE_KINDS } from '@forgefold/core/domains/planning/issue'
import { userCardShape } from '../../identity/users/shape.js'
import { referencesShape, taskStatusShape, timeStatsShape } from '../../issuable/shape.js'
import {
  arrayOf,
  boolean,
  day,
  either,
  type Fields,
  instant,
  integer,
  maybe,
  nothing,
  oneOf,
  optionalField,
  paid,
  record,
  type Shape,
  text,
} from '../../shape.js'
import { labelsShape } from '../labels/shape.js'
import { milestoneShape } from '../milestones/shape.js'

export const issueFields: Fields = {
  id: integer,
  iid: integer,
  project_id: integer,
  title: text,
  description: maybe(text),
  state: oneOf(['opened', 'closed']),
  created_at: instant,
  updated_at: instant,
  closed_at: maybe(instant),
  closed_by: maybe(userCardShape),
  assignees: arrayOf(userCardShape),
  author: userCardShape,
  assignee: maybe(userCardShape),
  labels: labelsShape,
  milestone: maybe(milestoneShape),
  type: text,
  user_notes_count: integer,
  merge_requests_count: integer,
  upvotes: integer,
  downvotes: integer,
  due_date: maybe(day),
  confidential: boolean,
  discussion_locked: maybe(boolean),
  issue_type: oneOf(ISSUE_KINDS),
  weight: paid(maybe(integer)),
  epic_iid: paid(nothing),
  epic: paid(nothing),
  health_status: paid(optionalField(nothing)),
  iteration: paid(nothing),
  web_url: text,
  time_stats: timeStatsShape,
  task_completion_status: taskStatusShape,
  has_tasks: boolean,
  task_status: optionalField(text),
  _links: record(undefined, {
    self: text,
    notes: text,
    award_emoji: text,
    project: text,
    closed_as_duplicate_of: maybe(text),
  }),
  references: referencesShape,
  severity: text,
  moved_to_id: maybe(integer),
  service_desk_reply_to: nothing,
}

/** An issue (docs/reference/behaviour/planning.md#issues). */
export const issueShape: Shape = record('Issue', issueFields)

/** An issue by itself, with whether the caller is subscribed. */
export const wholeIssueShape: Shape = record('WholeIssue', { ...issueFields, subscribed: boolean })

/** An issue that a merge would close, or the key of one in an external tracker (docs/reference/behaviour/review.md#issues-that-a-merge-closes). */
export const closedIssueShape: Shape = either(
  record('ClosedIssue', { ...issueFields, changes_count: maybe(text) }),
  record('ExternalIssue', { id: text, title: text }),
)

/** The User-Agent and IP address with which an issue was created. */
export const userAgentDetailShape: Shape = record('UserAgentDetail', {
  user_agent: text,
  ip_address: maybe(text),
  akismet_submitted: boolean,
})
