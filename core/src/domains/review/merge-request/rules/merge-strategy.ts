import type { MergeMethod, SquashOption } from '../../../projects/project/index.js'

/** Whether commits are squashed: the project's word first, then the merge request's (docs/reference/behaviour/review.md#commits-of-a-merge). */
const isSquashed = (option: SquashOption, wanted: boolean): boolean => {
  if (option === 'always') return true
  return option === 'never' ? false : wanted
}

/** The method lets a source in only where it stands on top of the target. */
export const needsFastForward = (method: MergeMethod): boolean => method !== 'merge'

/** How a merge is written: whether its commits are squashed, and whether a merge commit joins them to the target. */
export interface MergeStrategy {
  readonly squashes: boolean
  readonly writesMergeCommit: boolean
}

/**
 * The strategy of one merge, from the project's settings and what is asked for.
 *
 * A single commit is squashed only where a squash message is given: without one the result would be the same commit again.
 */
export const chooseStrategy = (
  project: { readonly mergeMethod: MergeMethod; readonly squashOption: SquashOption },
  asked: { readonly squash: boolean; readonly commits: number; readonly hasSquashMessage: boolean },
): MergeStrategy => ({
  squashes: isSquashed(project.squashOption, asked.squash) && (asked.commits >= 2 || asked.hasSquashMessage),
  writesMergeCommit: project.mergeMethod !== 'ff',
})

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
