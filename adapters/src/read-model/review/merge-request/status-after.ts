import { MERGE_STATUSES, type MergeStatusMove, moveMergeStatus } from '@forgefold/core/domains/review/merge-request'

/** The machine's moves as SQL, so that many rows move at once. */
export const statusAfter = (move: MergeStatusMove, column = 'merge_status'): string =>
  `CASE ${column} ${MERGE_STATUSES.map((status) => `WHEN '${status}' THEN '${moveMergeStatus(status, move)}'`).join(' ')} END`
