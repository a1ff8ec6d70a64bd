import { notFound, notModified, refuse, unauthenticated } from '../../../../kernel/index.js'
import type { MergeRequestEvent } from '../events.js'
import type { LiveMergeRequest } from '../state.js'
import { type Decision, nothing, type Of, only } from './decision.js'

/** The explicit wish wins; without one, whoever takes part is subscribed. */
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

/** Takes every approval back; where there is none, nothing happens. */
export const resetApprovals = (live: LiveMergeRequest): Decision =>
  live.approvals.length === 0 ? nothing : only({ type: 'ApprovalsReset', data: {} })

/** Only reviewers have a state of review; the others are passed over. */
export const setReviewState = ({ userId, state, by }: Of<'SetReviewState'>, live: LiveMergeRequest): Decision => {
  if (!live.reviewerIds.includes(userId)) return nothing
  const isReviewed = live.reviewed.includes(userId)
  if (isReviewed === (state === 'reviewed') && state !== 'attention_requested') return nothing
  return only({ type: 'ReviewStateChanged', data: { userId, state, by } })
}
