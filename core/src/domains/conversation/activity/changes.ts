import { type Activity, note, type Remembered, type Told } from './activity.js'

const difference = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): ReadonlyArray<number> =>
  one.filter((id) => !other.includes(id))

/** Who came and who went; nothing where nobody did. */
const peopleChanged = (
  kind: 'assignees' | 'reviewers',
  before: ReadonlyArray<number>,
  after: ReadonlyArray<number>,
): ReadonlyArray<Activity> => {
  const [added, removed] = [difference(after, before), difference(before, after)]
  return added.length + removed.length === 0 ? [] : [note({ kind, added, removed })]
}

const labelsChanged = (before: ReadonlyArray<number>, after: ReadonlyArray<number>): ReadonlyArray<Activity> => [
  ...difference(after, before).map((labelId): Activity => ({ of: 'label', labelId, action: 'add' })),
  ...difference(before, after).map((labelId): Activity => ({ of: 'label', labelId, action: 'remove' })),
]

/** Which milestone came and which went: the new one only, where one takes the place of another. */
export const milestoneChanged = (before: number | null, after: number | null): ReadonlyArray<Activity> => {
  if (before === after) return []
  const removed: ReadonlyArray<Activity> =
    before === null ? [] : [{ of: 'milestone', milestoneId: before, action: 'remove' }]
  return after === null ? removed : [{ of: 'milestone', milestoneId: after, action: 'add' }]
}

/** A thing that begins: what it is made with is told as what came. */
export const begun = (after: Remembered): Told => ({
  after,
  activities: [
    ...peopleChanged('assignees', [], after.assigneeIds),
    ...peopleChanged('reviewers', [], after.reviewerIds),
    ...labelsChanged([], after.labelIds),
    ...milestoneChanged(null, after.milestoneId),
  ],
})

/** Other assignees. */
export const assigneesSet = (before: Remembered, assigneeIds: ReadonlyArray<number>): Told => ({
  after: { ...before, assigneeIds },
  activities: peopleChanged('assignees', before.assigneeIds, assigneeIds),
})

/** Other reviewers. */
export const reviewersSet = (before: Remembered, reviewerIds: ReadonlyArray<number>): Told => ({
  after: { ...before, reviewerIds },
  activities: peopleChanged('reviewers', before.reviewerIds, reviewerIds),
})

/** Other labels. */
export const labelsSet = (before: Remembered, labelIds: ReadonlyArray<number>): Told => ({
  after: { ...before, labelIds },
  activities: labelsChanged(before.labelIds, labelIds),
})

/** So many seconds more, or fewer; taking back all that was spent is a reset. */
export const timeSpent = (before: Remembered, seconds: number): Told => {
  const total = before.timeSpent + seconds
  return {
    after: { ...before, timeSpent: total },
    activities: [note(seconds < 0 && total === 0 ? { kind: 'time_reset' } : { kind: 'time_spent', seconds })],
  }
}
