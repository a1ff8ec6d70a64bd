import { userCardShape } from '../identity/users/shape.js'
import { referencesShape, taskStatusShape, timeStatsShape } from '../issuable/shape.js'
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
  record,
  type Shape,
  sometimes,
  text,
} from '../shape.js'

/** A label with its details beside something else (docs/reference/behaviour/planning.md#labels-beside-something-else). */
const labelCardShape: Shape = record('LabelDetails', {
  id: integer,
  name: text,
  color: text,
  description: maybe(text),
  description_html: text,
  text_color: text,
})

export const labelShape: Shape = record('Label', {
  id: integer,
  name: text,
  description: maybe(text),
  description_html: text,
  text_color: text,
  color: text,
  open_issues_count: sometimes(integer),
  closed_issues_count: sometimes(integer),
  open_merge_requests_count: sometimes(integer),
  subscribed: boolean,
  priority: sometimes(maybe(integer)),
  is_project_label: sometimes(boolean),
})

/** A milestone (docs/reference/behaviour/planning.md#milestones): of a project or of a group. */
export const milestoneShape: Shape = record('Milestone', {
  id: integer,
  iid: integer,
  project_id: sometimes(integer),
  group_id: sometimes(integer),
  title: text,
  description: maybe(text),
  state: oneOf(['active', 'closed']),
  created_at: instant,
  updated_at: instant,
  due_date: maybe(day),
  start_date: maybe(day),
  expired: boolean,
  web_url: text,
})

export const labelsShape: Shape = either(arrayOf(text), arrayOf(labelCardShape))

const issueFields: Fields = {
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
  issue_type: text,
  web_url: text,
  time_stats: timeStatsShape,
  task_completion_status: taskStatusShape,
  has_tasks: boolean,
  task_status: sometimes(text),
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

/** An issue by itself: also whether the one who looks follows it. */
export const wholeIssueShape: Shape = record('WholeIssue', { ...issueFields, subscribed: boolean })

/** What a merge would close: an issue, or the key of one in another tracker (docs/reference/behaviour/review.md#issues-that-a-merge-closes). */
export const closedIssueShape: Shape = either(
  record('ClosedIssue', { ...issueFields, changes_count: maybe(text) }),
  record('ExternalIssue', { id: text, title: text }),
)

const labelEventShape = record(undefined, { id: integer, name: text, color: text, description: maybe(text) })

const eventFields: Fields = {
  id: integer,
  user: maybe(userCardShape),
  created_at: instant,
  resource_type: text,
  resource_id: integer,
}

/** A change of labels, milestone or state; what is gone is null. */
export const resourceEventShapes: Readonly<Record<'label' | 'milestone' | 'state', Shape>> = {
  label: record('LabelEvent', { ...eventFields, label: maybe(labelEventShape), action: text }),
  milestone: record('MilestoneEvent', { ...eventFields, milestone: maybe(milestoneShape), action: text }),
  state: record('StateEvent', { ...eventFields, state: text }),
}
