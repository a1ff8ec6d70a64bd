import * as E from 'fp-ts/lib/Either.js'
import type { Aggregate } from '../../../kernel/index.js'
import { conflict, recordNotFound, refuse } from '../../../kernel/index.js'
import type { MergeRequestCommand } from './commands.js'
import {
  approve,
  change,
  type Decision,
  nothing,
  type Of,
  only,
  resetApprovals,
  resetTimeSpent,
  retarget,
  setReviewState,
  setTimeEstimate,
  spendTime,
  subscribe,
  unapprove,
  unsubscribe,
} from './decide/details.js'
import {
  abortMerge,
  cancelAutoMerge,
  close,
  enableAutoMerge,
  failRebase,
  finishMerge,
  finishRebase,
  mergedByPush,
  noteMergeError,
  queueRebase,
  reopen,
  startMerge,
} from './decide/lifecycle.js'
import { type MergeRequestEvent, mergeRequestEvents } from './events.js'
import { evolve } from './evolve.js'
import { isUndecided } from './rules/merge-status.js'
import { mergeRequestSnapshot } from './snapshot.js'
import type { LiveMergeRequest, MergeRequestState } from './state.js'
import { mergeRequestNames } from './unique-names.js'

const create = ({ type: _, version, ...data }: Of<'Create'>): Decision =>
  E.right([
    { type: 'MergeRequestCreated', data: { ...data, activityNumbers: 'counted' } },
    { type: 'VersionRecorded', data: version },
  ])

/** A version equal to the last one is no event. Approvals of the previous version are reset in the same append, so that nothing is merged with them. */
const recordVersion = ({ version, resets = 'none' }: Of<'RecordVersion'>, live: LiveMergeRequest): Decision => {
  const last = live.version
  if (live.status !== 'opened') return nothing
  if (last !== undefined && last.head === version.head && last.start === version.start && last.base === version.base)
    return nothing
  const recorded = { type: 'VersionRecorded', data: version } as const
  if (resets === 'none' || live.approvals.length === 0) return only(recorded)
  if (resets === 'all') return only(recorded, { type: 'ApprovalsReset', data: {} })
  const gone = live.approvals.filter((userId) => resets.includes(userId))
  return only(recorded, ...gone.map((userId) => ({ type: 'Unapproved', data: { userId } }) as const))
}

/** The last result may be outdated without the aggregate knowing, so every request starts another check. */
const startCheck = ({ head, target }: Of<'StartCheck'>, live: LiveMergeRequest): Decision =>
  live.status === 'opened' ? only({ type: 'CheckStarted', data: { head, target } }) : nothing

const finishCheck = ({ type: _, ...data }: Of<'FinishCheck'>, live: LiveMergeRequest): Decision => {
  if (live.status === 'merged' || live.checked?.head !== data.head || live.checked.target !== data.target)
    return nothing
  return isUndecided(live.mergeStatus) ? only({ type: 'CheckFinished', data }) : nothing
}

const decideLive = (command: Exclude<MergeRequestCommand, { type: 'Create' }>, live: LiveMergeRequest): Decision => {
  switch (command.type) {
    case 'Change':
      return change(command, live)
    case 'Retarget':
      return retarget(command, live)
    case 'Close':
      return close(command, live)
    case 'Reopen':
      return reopen(command, live)
    case 'RecordVersion':
      return recordVersion(command, live)
    case 'StartCheck':
      return startCheck(command, live)
    case 'FinishCheck':
      return finishCheck(command, live)
    case 'StartMerge':
      return startMerge(command, live)
    case 'FinishMerge':
      return finishMerge(command, live)
    case 'AbortMerge':
      return abortMerge(command, live)
    case 'NoteMergeError':
      return noteMergeError(command, live)
    case 'MergedByPush':
      return mergedByPush(command, live)
    case 'EnableAutoMerge':
      return enableAutoMerge(command, live)
    case 'CancelAutoMerge':
      return cancelAutoMerge(command, live)
    case 'QueueRebase':
      return queueRebase(command, live)
    case 'FinishRebase':
      return finishRebase(command, live)
    case 'FailRebase':
      return failRebase(command, live)
    case 'SetTimeEstimate':
      return setTimeEstimate(command, live)
    case 'SpendTime':
      return spendTime(command, live)
    case 'ResetTimeSpent':
      return resetTimeSpent(command, live)
    case 'Subscribe':
      return subscribe(command, live)
    case 'Unsubscribe':
      return unsubscribe(command, live)
    case 'Approve':
      return approve(command, live)
    case 'Unapprove':
      return unapprove(command, live)
    case 'ResetApprovals':
      return resetApprovals(live)
    case 'SetReviewState':
      return setReviewState(command, live)
    case 'Delete':
      return live.status === 'locked'
        ? refuse(conflict())
        : only({ type: 'MergeRequestDeleted', data: { by: command.by } })
  }
}

/** A proposal to merge one branch into another. */
export const mergeRequest: Aggregate<MergeRequestCommand, MergeRequestEvent, MergeRequestState> = {
  category: 'merge_request',
  stateVersion: 1,
  snapshot: mergeRequestSnapshot,
  events: mergeRequestEvents,
  initial: { kind: 'none' },
  names: (state) => (state.kind === 'live' ? mergeRequestNames(state) : []),
  decide: (command) => (state) => {
    if (command.type === 'Create') return state.kind === 'none' ? create(command) : refuse(conflict())
    return state.kind === 'live' ? decideLive(command, state) : refuse(recordNotFound)
  },
  evolve,
}
