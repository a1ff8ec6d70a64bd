import type { Forge } from '@forgefold/core/app'
import type { ReviewerRow } from '@forgefold/core/domains/review/merge-request'
import { userSummary } from '../../../identity/users/user-summary.js'

/** A reviewer with the state of the review (docs/reference/behaviour/review.md#reviewers). */
export const presentReviewer = (forge: Forge, reviewer: ReviewerRow) => ({
  user: userSummary(forge, reviewer.userId),
  updated_state_by: reviewer.stateBy === null ? null : userSummary(forge, reviewer.stateBy),
  state: reviewer.state,
  created_at: reviewer.createdAt,
})
