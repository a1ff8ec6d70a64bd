import type { IssueData, IssueEvent } from '../issue/events.js'
import {
  type Activity,
  labelsChanged,
  milestoneChanged,
  note,
  peopleChanged,
  type Remembered,
  type Told,
  timeSpent,
} from './activity.js'

const born = (data: IssueData<'IssueCreated'>): Told => {
  const { title, assigneeIds, labelIds, milestoneId } = data
  const none = { reviewerIds: [], targetBranch: null, sourceBranch: null, versionId: null, timeSpent: 0 }
  return {
    after: { title, assigneeIds, labelIds, milestoneId, ...none },
    activities: [
      ...peopleChanged('assignees', [], assigneeIds),
      ...labelsChanged([], labelIds),
      ...milestoneChanged(null, milestoneId),
    ],
  }
}

const changed = (before: Remembered, data: IssueData<'IssueChanged'>): Told => {
  const { title = before.title, milestoneId = before.milestoneId } = data
  const { description, discussionLocked, confidential, dueDate } = data
  return {
    after: { ...before, title, milestoneId },
    activities: [
      ...(title === before.title ? [] : [note({ kind: 'title', from: before.title, to: title })]),
      ...(description === undefined ? [] : [note({ kind: 'description' })]),
      ...(confidential === undefined ? [] : [note({ kind: 'confidential', confidential })]),
      ...(typeof discussionLocked === 'boolean' ? [note({ kind: 'locked', locked: discussionLocked })] : []),
      ...(dueDate === undefined ? [] : [note({ kind: 'due_date', day: dueDate })]),
      ...milestoneChanged(before.milestoneId, milestoneId),
    ],
  }
}

type Later = Exclude<IssueEvent, { readonly type: 'IssueCreated' }>

const told = (before: Remembered, event: Later): Told => {
  const only = (...activities: ReadonlyArray<Activity>): Told => ({ after: before, activities })
  switch (event.type) {
    case 'IssueChanged':
      return changed(before, event.data)
    case 'IssueAssigneesSet': {
      const { userIds: assigneeIds } = event.data
      return {
        after: { ...before, assigneeIds },
        activities: peopleChanged('assignees', before.assigneeIds, assigneeIds),
      }
    }
    case 'IssueLabelsSet': {
      const { labelIds } = event.data
      return { after: { ...before, labelIds }, activities: labelsChanged(before.labelIds, labelIds) }
    }
    case 'IssueClosed':
      return only({ of: 'state', state: 'closed' })
    case 'IssueReopened':
      return only({ of: 'state', state: 'reopened' })
    case 'IssueTimeEstimateSet':
      return only(note({ kind: 'time_estimate', seconds: event.data.seconds }))
    case 'IssueTimeSpent': {
      const { seconds } = event.data
      const total = before.timeSpent + seconds
      return { after: { ...before, timeSpent: total }, activities: [timeSpent(before.timeSpent, seconds)] }
    }
    default:
      return only()
  }
}

/** What an event of an issue says; undefined where nothing is known of the issue. */
export const issueActivity = (before: Remembered | undefined, event: IssueEvent): Told | undefined => {
  if (event.type === 'IssueCreated') return born(event.data)
  return before === undefined ? undefined : told(before, event)
}
