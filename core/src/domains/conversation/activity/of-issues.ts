import type { IssueData, IssueEvent } from '../../planning/issue/events.js'
import { type Activity, note, type Remembered, type Told } from './activity.js'
import { assigneesSet, begun, labelsSet, milestoneChanged, timeSpent } from './changes.js'

const born = (data: IssueData<'IssueCreated'>): Told => {
  const { title, assigneeIds, labelIds, milestoneId } = data
  const none = { reviewerIds: [], targetBranch: null, sourceBranch: null, versionId: null, timeSpent: 0 }
  return begun({ title, assigneeIds, labelIds, milestoneId, ...none })
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
    case 'IssueAssigneesSet':
      return assigneesSet(before, event.data.userIds)
    case 'IssueLabelsSet':
      return labelsSet(before, event.data.labelIds)
    case 'IssueClosed':
      return only({ of: 'state', state: 'closed' })
    case 'IssueReopened':
      return only({ of: 'state', state: 'reopened' })
    case 'IssueTimeEstimateSet':
      return only(note({ kind: 'time_estimate', seconds: event.data.seconds }))
    case 'IssueTimeSpent':
      return timeSpent(before, event.data.seconds)
    default:
      return only()
  }
}

/** What an event of an issue says; undefined where nothing is known of the issue. */
export const issueActivity = (before: Remembered | undefined, event: IssueEvent): Told | undefined => {
  if (event.type === 'IssueCreated') return born(event.data)
  return before === undefined ? undefined : told(before, event)
}
