import { matchesWildcard } from '../../../kernel/index.js'
import type { Patterns } from '../../../ports/patterns.js'
import type { WebhookDetails } from './aggregate.js'

/** Whether the branch filter of a webhook includes a branch. */
export const wantsBranch = (
  { patterns }: { readonly patterns: Patterns },
  { branchFilter, branchFilterStrategy }: Pick<WebhookDetails, 'branchFilter' | 'branchFilterStrategy'>,
  branch: string,
): boolean => {
  if (branchFilter === null || branchFilter === '' || branchFilterStrategy === 'all_branches') return true
  return branchFilterStrategy === 'regex'
    ? (patterns.compile(branchFilter)?.test(branch) ?? false)
    : matchesWildcard(branchFilter, branch)
}
