import { isActive } from '../../../delivery/pipeline/index.js'
import type { MergeStatus } from './merge-status.js'
import { type MergeFacts, obstacles } from './mergeability.js'

/** `detailed_merge_status`: the first reason why a merge request cannot be merged, or `mergeable` (docs/reference/behaviour/review.md#mergeable-state). */
export const detailedMergeStatus = (mergeStatus: MergeStatus, facts: MergeFacts): string => {
  const [first] = obstacles(facts)
  if (first === 'not_open') return 'not_open'
  if (mergeStatus === 'unchecked' || mergeStatus === 'cannot_be_merged_recheck') return 'unchecked'
  if (mergeStatus === 'checking' || mergeStatus === 'cannot_be_merged_rechecking') return 'checking'
  switch (first) {
    case 'draft':
      return 'draft_status'
    case 'broken':
      return 'broken_status'
    case 'discussions':
      return 'discussions_not_resolved'
    case 'approvals':
      return 'not_approved'
    case 'status_checks':
      return 'external_status_checks'
    case 'pipeline':
      return facts.pipeline !== undefined && isActive(facts.pipeline) ? 'ci_still_running' : 'ci_must_pass'
    default:
      return 'mergeable'
  }
}
