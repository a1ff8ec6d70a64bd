import type { VersionRow } from '@forgefold/core/domains/review/merge-request'

/** A diff version in a list (docs/reference/behaviour/review.md#diff-versions). */
export const presentVersion = (version: VersionRow) => ({
  id: version.id,
  head_commit_sha: version.head,
  base_commit_sha: version.base,
  start_commit_sha: version.start,
  created_at: version.createdAt,
  merge_request_id: version.mergeRequestId,
  state: version.state,
  real_size: version.realSize,
})
