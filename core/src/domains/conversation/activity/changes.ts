import { type Activity, type DerivedActivity, systemNote, type TrackedState } from './activity.js'

const difference = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): ReadonlyArray<number> =>
  one.filter((id) => !other.includes(id))

/** Added and removed users; empty where there are none. */
const peopleChanged = (
  kind: 'assignees' | 'reviewers',
  before: ReadonlyArray<number>,
  after: ReadonlyArray<number>,
): ReadonlyArray<Activity> => {
  const [added, removed] = [difference(after, before), difference(before, after)]
  return added.length + removed.length === 0 ? [] : [systemNote({ kind, added, removed })]
}

const labelsChanged = (before: ReadonlyArray<number>, after: ReadonlyArray<number>): ReadonlyArray<Activity> => [
  ...difference(after, before).map((labelId): Activity => ({ of: 'label', labelId, action: 'add' })),
  ...difference(before, after).map((labelId): Activity => ({ of: 'label', labelId, action: 'remove' })),
]

/** The milestone that was set or removed: only the new one where one replaces another. */
export const milestoneChanged = (before: number | null, after: number | null): ReadonlyArray<Activity> => {
  if (before === after) return []
  const removed: ReadonlyArray<Activity> =
    before === null ? [] : [{ of: 'milestone', milestoneId: before, action: 'remove' }]
  return after === null ? removed : [{ of: 'milestone', milestoneId: after, action: 'add' }]
}

/** The activity of a new issuable: its initial attributes count as added. */
export const initialActivity = (after: TrackedState): DerivedActivity => ({
  after,
  activities: [
    ...peopleChanged('assignees', [], after.assigneeIds),
    ...peopleChanged('reviewers', [], after.reviewerIds),
    ...labelsChanged([], after.labelIds),
    ...milestoneChanged(null, after.milestoneId),
  ],
})

/** The activity of a change of assignees. */
export const assigneesSet = (before: TrackedState, assigneeIds: ReadonlyArray<number>): DerivedActivity => ({
  after: { ...before, assigneeIds },
  activities: peopleChanged('assignees', before.assigneeIds, assigneeIds),
})

/** The activity of a change of reviewers. */
export const reviewersSet = (before: TrackedState, reviewerIds: ReadonlyArray<number>): DerivedActivity => ({
  after: { ...before, reviewerIds },
  activities: peopleChanged('reviewers', before.reviewerIds, reviewerIds),
})

/** The activity of a change of labels. */
export const labelsSet = (before: TrackedState, labelIds: ReadonlyArray<number>): DerivedActivity => ({
  after: { ...before, labelIds },
  activities: labelsChanged(before.labelIds, labelIds),
})

/** Seconds added or subtracted; subtracting all that was spent is a reset. */
export const timeSpent = (before: TrackedState, seconds: number): DerivedActivity => {
  const total = before.timeSpent + seconds
  return {
    after: { ...before, timeSpent: total },
    activities: [systemNote(seconds < 0 && total === 0 ? { kind: 'time_reset' } : { kind: 'time_spent', seconds })],
  }
}
