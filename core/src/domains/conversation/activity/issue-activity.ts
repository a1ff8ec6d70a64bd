import type { IssueData, IssueEvent } from '../../planning/issue/events.js'
import { type Activity, type DerivedActivity, systemNote, type TrackedState } from './activity.js'
import { assigneesSet, initialActivity, labelsSet, milestoneChanged, timeSpent } from './changes.js'

const createdActivity = (data: IssueData<'IssueCreated'>): DerivedActivity => {
  const { title, assigneeIds, labelIds, milestoneId, weight = null } = data
  const none = { reviewerIds: [], targetBranch: null, sourceBranch: null, versionId: null, timeSpent: 0 }
  const { after, activities } = initialActivity({ title, assigneeIds, labelIds, milestoneId, ...none })
  return { after, activities: weight === null ? activities : [...activities, { of: 'weight', weight }] }
}

const changed = (before: TrackedState, data: IssueData<'IssueChanged'>): DerivedActivity => {
  const { title = before.title, milestoneId = before.milestoneId } = data
  const { description, discussionLocked, confidential, dueDate, weight } = data
  return {
    after: { ...before, title, milestoneId },
    activities: [
      ...(title === before.title ? [] : [systemNote({ kind: 'title', from: before.title, to: title })]),
      ...(description === undefined ? [] : [systemNote({ kind: 'description' })]),
      ...(confidential === undefined ? [] : [systemNote({ kind: 'confidential', confidential })]),
      ...(typeof discussionLocked === 'boolean' ? [systemNote({ kind: 'locked', locked: discussionLocked })] : []),
      ...(dueDate === undefined ? [] : [systemNote({ kind: 'due_date', day: dueDate })]),
      ...milestoneChanged(before.milestoneId, milestoneId),
      // Last, so that activity from before weights were recorded keeps its numbers.
      ...(weight === undefined ? [] : [{ of: 'weight', weight } as const]),
    ],
  }
}

type Later = Exclude<IssueEvent, { readonly type: 'IssueCreated' }>

const laterActivity = (before: TrackedState, event: Later): DerivedActivity => {
  const only = (...activities: ReadonlyArray<Activity>): DerivedActivity => ({ after: before, activities })
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
      return only(systemNote({ kind: 'time_estimate', seconds: event.data.seconds }))
    case 'IssueTimeSpent':
      return timeSpent(before, event.data.seconds)
    default:
      return only()
  }
}

/** The activity that an event of an issue stands for; undefined where the issue is not tracked. */
export const issueActivity = (before: TrackedState | undefined, event: IssueEvent): DerivedActivity | undefined => {
  if (event.type === 'IssueCreated') return createdActivity(event.data)
  return before === undefined ? undefined : laterActivity(before, event)
}
