import type { MergeRequestData, MergeRequestEvent } from '../../review/merge-request/events.js'
import { isFilteredAsDraft, withoutFilteredDraft } from '../../review/merge-request/rules/draft.js'
import { type Activity, type DerivedActivity, systemNote, type TrackedState } from './activity.js'
import { assigneesSet, initialActivity, labelsSet, milestoneChanged, reviewersSet, timeSpent } from './changes.js'

/** A title that differs in its draft prefix only has not changed. */
const titleChanged = (from: string, to: string): ReadonlyArray<Activity> => {
  const draft = isFilteredAsDraft(to)
  return [
    ...(isFilteredAsDraft(from) === draft ? [] : [systemNote({ kind: 'draft', draft })]),
    ...(withoutFilteredDraft(from) === withoutFilteredDraft(to) ? [] : [systemNote({ kind: 'title', from, to })]),
  ]
}

const detailsChanged = (before: TrackedState, data: MergeRequestData<'DetailsChanged'>): DerivedActivity => {
  const { title = before.title, milestoneId = before.milestoneId, description, discussionLocked } = data
  return {
    after: { ...before, title, milestoneId },
    activities: [
      ...titleChanged(before.title, title),
      ...(description === undefined ? [] : [systemNote({ kind: 'description' })]),
      ...(typeof discussionLocked === 'boolean' ? [systemNote({ kind: 'locked', locked: discussionLocked })] : []),
      ...milestoneChanged(before.milestoneId, milestoneId),
    ],
  }
}

const createdActivity = (data: MergeRequestData<'MergeRequestCreated'>): DerivedActivity => {
  const { title, assigneeIds, reviewerIds, labelIds, milestoneId, targetBranch, sourceBranch } = data
  const branches = { targetBranch, sourceBranch, versionId: null }
  return initialActivity({ title, assigneeIds, reviewerIds, labelIds, milestoneId, ...branches, timeSpent: 0 })
}

const PUSHES: ReadonlySet<string> = new Set(['pushed', 'rebased', 'rebased_quietly'])

/** Why automatic merging ended, in the words of the documented notes. */
const REASONS: Readonly<Record<MergeRequestData<'AutoMergeDisarmed'>['reason'], string | undefined>> = {
  canceled: undefined,
  source_pushed: 'source branch was updated',
  target_pushed: 'target branch was updated',
  retargeted: 'target branch was changed',
  closed: 'merge request was closed',
}

const disarmed = ({ reason }: MergeRequestData<'AutoMergeDisarmed'>): Activity => {
  const because = REASONS[reason]
  return systemNote(
    because === undefined ? { kind: 'auto_merge_ended' } : { kind: 'auto_merge_ended', reason: because },
  )
}

const versionRecorded = (before: TrackedState, { id, cause }: MergeRequestData<'VersionRecorded'>): DerivedActivity => {
  const from = before.versionId
  const isPush = from !== null && PUSHES.has(cause)
  return {
    after: { ...before, versionId: id },
    activities: isPush ? [systemNote({ kind: 'commits', from, to: id })] : [],
  }
}

type Later = Exclude<MergeRequestEvent, { readonly type: 'MergeRequestCreated' }>

const laterActivity = (before: TrackedState, event: Later): DerivedActivity => {
  const only = (...activities: ReadonlyArray<Activity>): DerivedActivity => ({ after: before, activities })
  switch (event.type) {
    case 'DetailsChanged':
      return detailsChanged(before, event.data)
    case 'AssigneesSet':
      return assigneesSet(before, event.data.userIds)
    case 'ReviewersSet':
      return reviewersSet(before, event.data.userIds)
    case 'LabelsSet':
      return labelsSet(before, event.data.labelIds)
    case 'Retargeted': {
      const { targetBranch } = event.data
      const from = before.targetBranch ?? ''
      return {
        after: { ...before, targetBranch },
        activities: [systemNote({ kind: 'target_branch', from, to: targetBranch })],
      }
    }
    case 'VersionRecorded':
      return versionRecorded(before, event.data)
    case 'MergeRequestClosed':
      return event.data.because === 'source_deleted'
        ? only(
            { of: 'state', state: 'closed' },
            systemNote({ kind: 'source_deleted', branch: before.sourceBranch ?? '' }),
          )
        : only({ of: 'state', state: 'closed' })
    case 'MergeRequestReopened':
      return only({ of: 'state', state: 'reopened' })
    case 'MergeRequestMerged':
      return only({ of: 'state', state: 'merged' })
    case 'AutoMergeArmed':
      return only(systemNote({ kind: 'auto_merge_enabled', sha: event.data.sha }))
    case 'AutoMergeDisarmed':
      return only(disarmed(event.data))
    case 'TimeEstimateSet':
      return only(systemNote({ kind: 'time_estimate', seconds: event.data.seconds }))
    case 'TimeSpent':
      return timeSpent(before, event.data.seconds)
    case 'Approved':
      return only(systemNote({ kind: 'approved', approved: true }))
    case 'Unapproved':
      return only(systemNote({ kind: 'approved', approved: false }))
    default:
      return only()
  }
}

/** The activity that an event of a merge request stands for; undefined where the merge request is not tracked. */
export const mergeRequestActivity = (
  before: TrackedState | undefined,
  event: MergeRequestEvent,
): DerivedActivity | undefined => {
  if (event.type === 'MergeRequestCreated') return createdActivity(event.data)
  return before === undefined ? undefined : laterActivity(before, event)
}
