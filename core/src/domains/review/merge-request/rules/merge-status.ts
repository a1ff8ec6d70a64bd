/** What is known of whether a merge request merges without conflicts. */
export const MERGE_STATUSES = [
  'unchecked',
  'checking',
  'can_be_merged',
  'cannot_be_merged',
  'cannot_be_merged_recheck',
  'cannot_be_merged_rechecking',
] as const
export type MergeStatus = (typeof MERGE_STATUSES)[number]

/** What moves it: a check began, a check said yes or no, what was known is void. */
export type MergeStatusMove = 'check' | 'mergeable' | 'unmergeable' | 'uncheck'

const CHECK: Partial<Readonly<Record<MergeStatus, MergeStatus>>> = {
  unchecked: 'checking',
  cannot_be_merged_recheck: 'cannot_be_merged_rechecking',
}

const UNCHECK: Partial<Readonly<Record<MergeStatus, MergeStatus>>> = {
  can_be_merged: 'unchecked',
  checking: 'unchecked',
  cannot_be_merged: 'cannot_be_merged_recheck',
  cannot_be_merged_rechecking: 'cannot_be_merged_recheck',
}

/** A check is due or under way. */
export const isUndecided = (status: MergeStatus): boolean => status !== 'can_be_merged' && status !== 'cannot_be_merged'

/** The machine of the documented API (docs/reference/behaviour/review.md#merge-status); a move that does not apply changes nothing. */
export const moveMergeStatus = (status: MergeStatus, move: MergeStatusMove): MergeStatus => {
  switch (move) {
    case 'check':
      return CHECK[status] ?? status
    case 'uncheck':
      return UNCHECK[status] ?? status
    case 'mergeable':
      return isUndecided(status) ? 'can_be_merged' : status
    case 'unmergeable':
      return isUndecided(status) ? 'cannot_be_merged' : status
  }
}

/** The value that clients see. */
export const shownMergeStatus = (status: MergeStatus): Exclude<MergeStatus, 'cannot_be_merged_rechecking'> =>
  status === 'cannot_be_merged_rechecking' ? 'checking' : status

/** True only where a conflict is certain; false while it is looked at again. */
export const hasConflicts = (status: MergeStatus): boolean => status === 'cannot_be_merged'
