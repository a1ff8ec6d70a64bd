import * as E from 'fp-ts/lib/Either.js'
import {
  effectiveChanges,
  isSame,
  notFound,
  notModified,
  type Rejection,
  refuse,
  unauthenticated,
} from '../../../../kernel/index.js'
import { holdsOnlyMentions } from '../../../issuable/event-fields.js'
import { checkedEstimate, totalSpent } from '../../../issuable/time-tracking.js'
import type { MergeRequestCommand } from '../commands.js'
import type { MergeRequestEvent } from '../events.js'
import type { LiveMergeRequest } from '../state.js'

export type Decision = E.Either<Rejection, ReadonlyArray<MergeRequestEvent>>
export type Of<Type extends MergeRequestCommand['type']> = Extract<MergeRequestCommand, { readonly type: Type }>

/** It is so already, or does not apply. */
export const nothing: Decision = E.right([])

/** Just these events. */
export const only = (...events: ReadonlyArray<MergeRequestEvent>): Decision => E.right(events)

const sameSet = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): boolean =>
  a.length === b.length && a.every((id) => b.includes(id))

/** Sets the attributes that differ; unchanged ones cause no event. */
export const change = (command: Of<'Change'>, live: LiveMergeRequest): Decision => {
  const { changes, assigneeIds, reviewerIds, labelIds } = command
  const events: Array<MergeRequestEvent> = []
  const data = effectiveChanges(changes, live)
  if (!holdsOnlyMentions(data)) events.push({ type: 'DetailsChanged', data })
  if (assigneeIds !== undefined && !isSame(assigneeIds, live.assigneeIds))
    events.push({ type: 'AssigneesSet', data: { userIds: assigneeIds } })
  if (reviewerIds !== undefined && !isSame(reviewerIds, live.reviewerIds))
    events.push({ type: 'ReviewersSet', data: { userIds: reviewerIds } })
  if (labelIds !== undefined && !sameSet(labelIds, live.labelIds))
    events.push({ type: 'LabelsSet', data: { labelIds } })
  return only(...events)
}

/** A new target branch: the diff changes, so auto-merge and approvals end. */
export const retarget = ({ targetBranch, version, by }: Of<'Retarget'>, live: LiveMergeRequest): Decision => {
  if (live.status !== 'opened' || live.targetBranch === targetBranch) return nothing
  return only(
    { type: 'Retargeted', data: { targetBranch } },
    { type: 'VersionRecorded', data: version },
    ...(live.autoMerge === undefined
      ? []
      : [{ type: 'AutoMergeDisarmed', data: { reason: 'retargeted', by } } as const]),
    ...(live.approvals.length === 0 ? [] : [{ type: 'ApprovalsReset', data: {} } as const]),
  )
}

/** An explicit choice decides; without one, participants are subscribed. */
const isSubscribed = (live: Pick<LiveMergeRequest, 'subscriptions'>, userId: number, participates: boolean): boolean =>
  live.subscriptions[String(userId)] ?? participates

/** Rejections: `NotModified` where the user is subscribed. */
export const subscribe = ({ userId, participates }: Of<'Subscribe'>, live: LiveMergeRequest): Decision =>
  isSubscribed(live, userId, participates) ? refuse(notModified) : only({ type: 'Subscribed', data: { userId } })

/** Rejections: `NotModified` where the user is not subscribed. */
export const unsubscribe = ({ userId, participates }: Of<'Unsubscribe'>, live: LiveMergeRequest): Decision =>
  isSubscribed(live, userId, participates) ? only({ type: 'Unsubscribed', data: { userId } }) : refuse(notModified)

/** A reviewer who approves has reviewed. */
export const approve = ({ userId, sha }: Of<'Approve'>, live: LiveMergeRequest): Decision => {
  if (live.approvals.includes(userId) || live.status === 'merged') return refuse(unauthenticated)
  const events: Array<MergeRequestEvent> = [{ type: 'Approved', data: { userId, sha } }]
  if (live.reviewerIds.includes(userId) && !live.reviewed.includes(userId))
    events.push({ type: 'ReviewStateChanged', data: { userId, state: 'reviewed', by: userId } })
  return only(...events)
}

/** Rejections: `NotFound` where the user has not approved. */
export const unapprove = ({ userId }: Of<'Unapprove'>, live: LiveMergeRequest): Decision =>
  live.approvals.includes(userId) ? only({ type: 'Unapproved', data: { userId } }) : refuse(notFound())

/** Resets every approval; nothing where there is none. */
export const resetApprovals = (live: LiveMergeRequest): Decision =>
  live.approvals.length === 0 ? nothing : only({ type: 'ApprovalsReset', data: {} })

/** Only reviewers have a review state; other users are ignored. */
export const setReviewState = ({ userId, state, by }: Of<'SetReviewState'>, live: LiveMergeRequest): Decision => {
  if (!live.reviewerIds.includes(userId)) return nothing
  const isReviewed = live.reviewed.includes(userId)
  if (isReviewed === (state === 'reviewed') && state !== 'attention_requested') return nothing
  return only({ type: 'ReviewStateChanged', data: { userId, state, by } })
}

export const setTimeEstimate = ({ seconds }: Of<'SetTimeEstimate'>, live: LiveMergeRequest): Decision => {
  const checked = checkedEstimate(seconds)
  if (E.isLeft(checked)) return checked
  return seconds === live.timeEstimate ? nothing : only({ type: 'TimeEstimateSet', data: { seconds } })
}

export const spendTime = ({ type: _, ...data }: Of<'SpendTime'>, live: LiveMergeRequest): Decision => {
  const total = totalSpent(live.timeSpent, data.seconds)
  if (E.isLeft(total)) return total
  return data.seconds === 0 ? nothing : only({ type: 'TimeSpent', data })
}

/** Entries are kept: another entry subtracts all of them. */
export const resetTimeSpent = ({ by, at }: Of<'ResetTimeSpent'>, live: LiveMergeRequest): Decision =>
  live.timeSpent === 0
    ? nothing
    : only({ type: 'TimeSpent', data: { seconds: -live.timeSpent, by, summary: null, at } })
