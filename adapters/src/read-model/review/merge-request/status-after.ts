import { MERGE_STATUSES, type MergeStatusTrigger, nextMergeStatus } from '@forgefold/core/domains/review/merge-request'

/** The transitions of the merge status as SQL, so that many rows change at once. */
export const statusAfter = (move: MergeStatusTrigger, column = 'merge_status'): string =>
  `CASE ${column} ${MERGE_STATUSES.map((status) => `WHEN '${status}' THEN '${nextMergeStatus(status, move)}'`).join(' ')} END`
