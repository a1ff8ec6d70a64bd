import { conflict, notAcceptable, notAllowed, refuse } from '../../../../kernel/index.js'
import type { KeptApprovals, MergePlan, MergeRequestEvent } from '../events.js'
import type { LiveMergeRequest } from '../state.js'
import { type Decision, nothing, type Of, only } from './details.js'

/** Closing a merge request that is not open is ignored. */
export const close = ({ by, because }: Of<'Close'>, live: LiveMergeRequest): Decision => {
  if (live.status !== 'opened') return nothing
  const disarmed: ReadonlyArray<MergeRequestEvent> =
    live.autoMerge === undefined ? [] : [{ type: 'AutoMergeDisarmed', data: { reason: 'closed', by } }]
  return only(...disarmed, { type: 'MergeRequestClosed', data: { by, because } })
}

/** Only a closed merge request can be reopened; it gets a version of the present branches. */
export const reopen = ({ by, version }: Of<'Reopen'>, live: LiveMergeRequest): Decision =>
  live.status === 'closed'
    ? only({ type: 'MergeRequestReopened', data: { by } }, { type: 'VersionRecorded', data: version })
    : nothing

export const startMerge = (
  { type: _, approvedBy = [], ...plan }: Of<'StartMerge'>,
  live: LiveMergeRequest,
): Decision => {
  if (live.status === 'locked') return refuse(conflict())
  if (live.status !== 'opened' || !approvedBy.every((id) => live.approvals.includes(id))) return refuse(notAllowed)
  return only({ type: 'MergeStarted', data: plan })
}

const isPlanned = (live: LiveMergeRequest, plan: MergePlan): boolean =>
  live.plan !== undefined && live.plan.to === plan.to && live.plan.head === plan.head

const kept = (approvals: KeptApprovals | undefined) => (approvals === undefined ? {} : { approvals })

/** The commit is on the target branch, so the merge request is merged, whether or not it is still locked. */
export const finishMerge = ({ plan, approvals }: Of<'FinishMerge'>, live: LiveMergeRequest): Decision => {
  if (live.status === 'merged') return nothing
  const { by, mergeCommitSha, squashCommitSha, removeSourceBranch } = plan
  return only({
    type: 'MergeRequestMerged',
    data: { by, mergeCommitSha, squashCommitSha, via: 'merge', removeSourceBranch, ...kept(approvals) },
  })
}

export const abortMerge = ({ plan, error }: Of<'AbortMerge'>, live: LiveMergeRequest): Decision =>
  live.status === 'locked' && isPlanned(live, plan) ? only({ type: 'MergeFailed', data: { error } }) : nothing

export const noteMergeError = ({ error }: Of<'NoteMergeError'>, live: LiveMergeRequest): Decision =>
  live.status === 'opened' && live.mergeError !== error ? only({ type: 'MergeFailed', data: { error } }) : nothing

/** A locked merge request is being merged by the forge, which records it itself. */
export const mergedByPush = (
  { by, head, mergeCommitSha, approvals }: Of<'MergedByPush'>,
  live: LiveMergeRequest,
): Decision => {
  if (live.status !== 'opened' || live.version?.head !== head || live.version.state === 'empty') return nothing
  return only({
    type: 'MergeRequestMerged',
    data: { by, mergeCommitSha, squashCommitSha: null, via: 'push', removeSourceBranch: false, ...kept(approvals) },
  })
}

/** Setting auto-merge again replaces its options. */
export const enableAutoMerge = ({ type: _, ...data }: Of<'EnableAutoMerge'>, live: LiveMergeRequest): Decision => {
  if (live.status !== 'opened') return refuse(notAllowed)
  const isSame = JSON.stringify(live.autoMerge) === JSON.stringify(data)
  return isSame ? nothing : only({ type: 'AutoMergeArmed', data })
}

/** A request to cancel is refused where auto-merge is not set; as a consequence of other events it then does nothing. */
export const cancelAutoMerge = ({ reason, by }: Of<'CancelAutoMerge'>, live: LiveMergeRequest): Decision => {
  const isCancellation = reason === 'canceled'
  if (live.status === 'merged' || live.status === 'closed') return isCancellation ? refuse(notAllowed) : nothing
  if (live.autoMerge === undefined) return isCancellation ? refuse(notAcceptable) : nothing
  return only({ type: 'AutoMergeDisarmed', data: { reason, by } })
}

export const queueRebase = ({ type: _, ...data }: Of<'QueueRebase'>, live: LiveMergeRequest): Decision =>
  live.status !== 'opened' || live.rebase !== undefined ? refuse(conflict()) : only({ type: 'RebaseQueued', data })

export const finishRebase = ({ head }: Of<'FinishRebase'>, live: LiveMergeRequest): Decision =>
  live.rebase === undefined ? nothing : only({ type: 'RebaseFinished', data: { head } })

export const failRebase = ({ error }: Of<'FailRebase'>, live: LiveMergeRequest): Decision =>
  live.rebase === undefined ? nothing : only({ type: 'RebaseFailed', data: { error } })
