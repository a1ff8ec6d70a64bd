import { given } from '../../../kernel/index.js'
import type { MergeRequestData, MergeRequestEvent } from './events.js'
import { nextMergeStatus } from './rules/merge-status.js'
import type { LiveMergeRequest, MergeRequestState } from './state.js'

const born = (data: MergeRequestData<'MergeRequestCreated'>): LiveMergeRequest => ({
  kind: 'live',
  ...data,
  status: 'opened',
  version: undefined,
  mergeStatus: 'unchecked',
  checked: undefined,
  mergeRef: null,
  plan: undefined,
  autoMerge: undefined,
  rebase: undefined,
  mergeError: null,
  timeEstimate: 0,
  timeSpent: 0,
  subscriptions: {},
  approvals: [],
  reviewed: [],
})

const without = (ids: ReadonlyArray<number>, id: number): ReadonlyArray<number> => ids.filter((one) => one !== id)
const withOne = (ids: ReadonlyArray<number>, id: number): ReadonlyArray<number> =>
  ids.includes(id) ? ids : [...ids, id]

/** Omitted members stay as they are. */
const changed = (live: LiveMergeRequest, data: MergeRequestData<'DetailsChanged'>): LiveMergeRequest => ({
  ...live,
  ...given(data),
})

/** The result of a check of outdated heads is ignored. */
const checked = (live: LiveMergeRequest, data: MergeRequestData<'CheckFinished'>): LiveMergeRequest => {
  const { head, target, mergeable, mergeRef } = data
  if (live.checked?.head !== head || live.checked.target !== target) return live
  return { ...live, mergeRef, mergeStatus: nextMergeStatus(live.mergeStatus, mergeable ? 'mergeable' : 'unmergeable') }
}

const evolveLive = (
  live: LiveMergeRequest,
  event: Exclude<MergeRequestEvent, { type: 'MergeRequestCreated' }>,
): MergeRequestState => {
  switch (event.type) {
    case 'VersionRecorded': {
      const moved = live.version !== undefined && live.version.head !== event.data.head
      const mergeStatus = nextMergeStatus(live.mergeStatus, 'uncheck')
      return { ...live, version: event.data, mergeStatus, mergeError: moved ? null : live.mergeError }
    }
    case 'DetailsChanged':
      return changed(live, event.data)
    case 'AssigneesSet':
      return { ...live, assigneeIds: event.data.userIds }
    case 'ReviewersSet': {
      const { userIds } = event.data
      return { ...live, reviewerIds: userIds, reviewed: live.reviewed.filter((id) => userIds.includes(id)) }
    }
    case 'LabelsSet':
      return { ...live, labelIds: event.data.labelIds }
    case 'Retargeted':
      return { ...live, targetBranch: event.data.targetBranch }
    case 'MergeRequestClosed':
      return { ...live, status: 'closed', mergeError: null, rebase: undefined }
    case 'MergeRequestReopened':
      return { ...live, status: 'opened' }
    case 'CheckStarted':
      return {
        ...live,
        mergeStatus: nextMergeStatus(nextMergeStatus(live.mergeStatus, 'uncheck'), 'check'),
        checked: event.data,
      }
    case 'CheckFinished':
      return checked(live, event.data)
    case 'MergeStarted':
      return { ...live, status: 'locked', plan: event.data }
    case 'MergeRequestMerged':
      return { ...live, status: 'merged', plan: undefined, rebase: undefined, mergeError: null }
    case 'MergeFailed':
      return {
        ...live,
        status: live.status === 'locked' ? 'opened' : live.status,
        plan: undefined,
        mergeError: event.data.error,
      }
    case 'AutoMergeArmed':
      return { ...live, autoMerge: event.data }
    case 'AutoMergeDisarmed':
      return { ...live, autoMerge: undefined }
    case 'RebaseQueued':
      return { ...live, rebase: event.data, mergeError: null }
    case 'RebaseFinished':
      return { ...live, rebase: undefined, mergeError: null }
    case 'RebaseFailed':
      return { ...live, rebase: undefined, mergeError: event.data.error }
    case 'TimeEstimateSet':
      return { ...live, timeEstimate: event.data.seconds }
    case 'TimeSpent':
      return { ...live, timeSpent: live.timeSpent + event.data.seconds }
    case 'Subscribed':
    case 'Unsubscribed':
      return {
        ...live,
        subscriptions: { ...live.subscriptions, [String(event.data.userId)]: event.type === 'Subscribed' },
      }
    case 'Approved':
      return { ...live, approvals: withOne(live.approvals, event.data.userId) }
    case 'Unapproved':
      return { ...live, approvals: without(live.approvals, event.data.userId) }
    case 'ApprovalsReset':
      return { ...live, approvals: [] }
    case 'ReviewStateChanged': {
      const { userId, state } = event.data
      const reviewed = state === 'reviewed' ? withOne(live.reviewed, userId) : without(live.reviewed, userId)
      return { ...live, reviewed }
    }
    case 'MergeRequestDeleted':
      return { kind: 'deleted' }
  }
}

/** Total, with one line per event. */
export const evolve = (state: MergeRequestState, event: MergeRequestEvent): MergeRequestState => {
  if (event.type === 'MergeRequestCreated') return born(event.data)
  return state.kind === 'live' ? evolveLive(state, event) : state
}
