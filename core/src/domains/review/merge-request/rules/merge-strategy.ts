import type { MergeMethod, SquashOption } from '../../../projects/project/index.js'

/** Whether commits are squashed: the project's word first, then the merge request's (docs/reference/behaviour/review.md#what-a-merge-writes). */
export const isSquashed = (option: SquashOption, wanted: boolean): boolean => {
  if (option === 'always') return true
  return option === 'never' ? false : wanted
}

/** The method lets a source in only where it stands on top of the target. */
export const needsFastForward = (method: MergeMethod): boolean => method !== 'merge'

/** Whether the source branch goes after the merge: what the call said, else what the merge request says. */
export const removesSource = (asked: boolean | null, forced: boolean | null): boolean => asked ?? forced ?? false

/** What a failed merge leaves behind as `merge_error` (docs/reference/behaviour/review.md#merge-errors). */
export const MERGE_ERRORS = {
  forbidden: 'You are not allowed to merge this merge request',
  needsRebase: 'Only fast-forward merge is allowed for your project. Please update your source branch',
  squashFailed: 'Failed to squash. Should be done manually.',
  noSource: 'No source for merge',
  failed: 'An error occurred while merging',
  rebaseFailed: 'Rebase failed: Rebase locally, resolve all conflicts, then push the branch.',
  rebaseHookRefused: (text: string): string => `The rebase pre-receive hook failed: ${text}.`,
} as const
