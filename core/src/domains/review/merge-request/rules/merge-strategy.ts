import type { MergeMethod, SquashOption } from '../../../projects/project/index.js'

/** Whether commits are squashed: the project's word first, then the merge request's (docs/reference/behaviour/review.md#commits-of-a-merge). */
const isSquashed = (option: SquashOption, wanted: boolean): boolean => {
  if (option === 'always') return true
  return option === 'never' ? false : wanted
}

/** Whether the merge method requires a source that is up to date with the target. */
export const needsFastForward = (method: MergeMethod): boolean => method !== 'merge'

/** How a merge is written: whether commits are squashed, and whether a merge commit is created. */
export interface MergeStrategy {
  readonly squashes: boolean
  readonly writesMergeCommit: boolean
}

/**
 * The strategy of one merge, from the project's settings and the request.
 *
 * A single commit is squashed only with a given squash message: without one the result would be the same commit again.
 */
export const chooseStrategy = (
  project: { readonly mergeMethod: MergeMethod; readonly squashOption: SquashOption },
  asked: { readonly squash: boolean; readonly commits: number; readonly hasSquashMessage: boolean },
): MergeStrategy => ({
  squashes: isSquashed(project.squashOption, asked.squash) && (asked.commits >= 2 || asked.hasSquashMessage),
  writesMergeCommit: project.mergeMethod !== 'ff',
})

/** Whether the source branch is removed after the merge, according to the request, else to the merge request. */
export const removesSource = (asked: boolean | null, forced: boolean | null): boolean => asked ?? forced ?? false

/** The values of `merge_error` after a failed merge (docs/reference/behaviour/review.md#merge-errors). */
export const MERGE_ERRORS = {
  forbidden: 'You are not allowed to merge this merge request',
  needsRebase: 'Only fast-forward merge is allowed for your project. Please update your source branch',
  squashFailed: 'Failed to squash. Should be done manually.',
  noSource: 'No source for merge',
  failed: 'An error occurred while merging',
  rebaseFailed: 'Rebase failed: Rebase locally, resolve all conflicts, then push the branch.',
  rebaseHookRefused: (text: string): string => `The rebase pre-receive hook failed: ${text}.`,
} as const
