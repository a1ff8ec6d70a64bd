import type { Forge } from '@forgefold/core/app'
import { isActive } from '@forgefold/core/domains/delivery/pipeline'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import { type MergeRequestRow, mergeFactsOf, obstacles } from '@forgefold/core/domains/review/merge-request'

/** `detailed_merge_status`: why a merge request can or cannot be merged. */
export const detailedMergeStatus = (forge: Forge, project: ProjectRow, row: MergeRequestRow): string => {
  const facts = mergeFactsOf(forge, project, row)
  const [first] = obstacles(facts)
  if (first === 'not_open') return 'not_open'
  if (row.mergeStatus === 'unchecked' || row.mergeStatus === 'cannot_be_merged_recheck') return 'unchecked'
  if (row.mergeStatus === 'checking' || row.mergeStatus === 'cannot_be_merged_rechecking') return 'checking'
  switch (first) {
    case 'draft':
      return 'draft_status'
    case 'broken':
      return 'broken_status'
    case 'discussions':
      return 'discussions_not_resolved'
    case 'approvals':
      return 'not_approved'
    case 'pipeline':
      return facts.pipeline !== undefined && isActive(facts.pipeline) ? 'ci_still_running' : 'ci_must_pass'
    default:
      return 'mergeable'
  }
}
