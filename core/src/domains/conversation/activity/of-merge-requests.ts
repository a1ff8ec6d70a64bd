import type { MergeRequestData, MergeRequestEvent } from '../../review/merge-request/events.js'
import { isFilteredAsDraft, withoutFilteredDraft } from '../../review/merge-request/rules/draft.js'
import { type Activity, note, type Remembered, type Told } from './activity.js'
import { assigneesSet, begun, labelsSet, milestoneChanged, reviewersSet, timeSpent } from './changes.js'

/** A title that only became that of a draft, or no longer, is no other title. */
const titleChanged = (from: string, to: string): ReadonlyArray<Activity> => {
  const draft = isFilteredAsDraft(to)
  return [
    ...(isFilteredAsDraft(from) === draft ? [] : [note({ kind: 'draft', draft })]),
    ...(withoutFilteredDraft(from) === withoutFilteredDraft(to) ? [] : [note({ kind: 'title', from, to })]),
  ]
}

const detailsChanged = (before: Remembered, data: MergeRequestData<'DetailsChanged'>): Told => {
  const { title = before.title, milestoneId = before.milestoneId, description, discussionLocked } = data
  return {
    after: { ...before, title, milestoneId },
    activities: [
      ...titleChanged(before.title, title),
      ...(description === undefined ? [] : [note({ kind: 'description' })]),
      ...(typeof discussionLocked === 'boolean' ? [note({ kind: 'locked', locked: discussionLocked })] : []),
      ...milestoneChanged(before.milestoneId, milestoneId),
    ],
  }
}

const born = (data: MergeRequestData<'MergeRequestCreated'>): Told => {
  const { title, assigneeIds, reviewerIds, labelIds, milestoneId, targetBranch, sourceBranch } = data
  const branches = { targetBranch, sourceBranch, versionId: null }
  return begun({ title, assigneeIds, reviewerIds, labelIds, milestoneId, ...branches, timeSpent: 0 })
}

const PUSHES: ReadonlySet<string> = new Set(['pushed', 'rebased', 'rebased_quietly'])

/** Why nothing is merged by itself any more, in the words of the notes. */
const REASONS: Readonly<Record<MergeRequestData<'AutoMergeDisarmed'>['reason'], string | undefined>> = {
  canceled: undefined,
  source_pushed: 'source branch was updated',
  target_pushed: 'target branch was updated',
  retargeted: 'target branch was changed',
  closed: 'merge request was closed',
}

const disarmed = ({ reason }: MergeRequestData<'AutoMergeDisarmed'>): Activity => {
  const because = REASONS[reason]
  return note(because === undefined ? { kind: 'auto_merge_ended' } : { kind: 'auto_merge_ended', reason: because })
}

const versionRecorded = (before: Remembered, { id, cause }: MergeRequestData<'VersionRecorded'>): Told => {
  const from = before.versionId
  const isPush = from !== null && PUSHES.has(cause)
  return {
    after: { ...before, versionId: id },
    activities: isPush ? [note({ kind: 'commits', from, to: id })] : [],
  }
}

type Later = Exclude<MergeRequestEvent, { readonly type: 'MergeRequestCreated' }>

/** What an event says about a merge request that exists. */
const told = (before: Remembered, event: Later): Told => {
  const only = (...activities: ReadonlyArray<Activity>): Told => ({ after: before, activities })
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
        activities: [note({ kind: 'target_branch', from, to: targetBranch })],
      }
    }
    case 'VersionRecorded':
      return versionRecorded(before, event.data)
    case 'MergeRequestClosed':
      return event.data.because === 'source_deleted'
        ? only({ of: 'state', state: 'closed' }, note({ kind: 'source_deleted', branch: before.sourceBranch ?? '' }))
        : only({ of: 'state', state: 'closed' })
    case 'MergeRequestReopened':
      return only({ of: 'state', state: 'reopened' })
    case 'MergeRequestMerged':
      return only({ of: 'state', state: 'merged' })
    case 'AutoMergeArmed':
      return only(note({ kind: 'auto_merge_enabled', sha: event.data.sha }))
    case 'AutoMergeDisarmed':
      return only(disarmed(event.data))
    case 'TimeEstimateSet':
      return only(note({ kind: 'time_estimate', seconds: event.data.seconds }))
    case 'TimeSpent':
      return timeSpent(before, event.data.seconds)
    case 'Approved':
      return only(note({ kind: 'approved', approved: true }))
    case 'Unapproved':
      return only(note({ kind: 'approved', approved: false }))
    default:
      return only()
  }
}

/** What an event of a merge request says; undefined where nothing is known of the merge request. */
export const mergeRequestActivity = (before: Remembered | undefined, event: MergeRequestEvent): Told | undefined => {
  if (event.type === 'MergeRequestCreated') return born(event.data)
  return before === undefined ? undefined : told(before, event)
}
