/** Whether a merge request is known to merge without conflicts. */
export const MERGE_STATUSES = [
  'unchecked',
  'checking',
  'can_be_merged',
  'cannot_be_merged',
  'cannot_be_merged_recheck',
  'cannot_be_merged_rechecking',
] as const
export type MergeStatus = (typeof MERGE_STATUSES)[number]

/** What triggers a transition: a check began, its result, or an invalidation. */
export type MergeStatusTrigger = 'check' | 'mergeable' | 'unmergeable' | 'uncheck'

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

/** Whether a check is due or in progress. */
export const isUndecided = (status: MergeStatus): boolean => status !== 'can_be_merged' && status !== 'cannot_be_merged'

/** The state machine of `merge_status` (docs/reference/behaviour/review.md#merge-status); an invalid transition is a no-op. */
export const nextMergeStatus = (status: MergeStatus, move: MergeStatusTrigger): MergeStatus => {
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

/** True only for a known conflict; false while it is checked again. */
export const hasConflicts = (status: MergeStatus): boolean => status === 'cannot_be_merged'
