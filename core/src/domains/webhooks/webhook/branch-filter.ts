import type { Patterns } from '../../../ports/patterns.js'
import type { WebhookDetails } from './aggregate.js'

/** Whether a name fits a text in which `*` stands for anything; in time that grows with the name. */
const fitsWildcard = (wildcard: string, name: string): boolean => {
  const [first = '', ...rest] = wildcard.split('*')
  if (rest.length === 0) return name === wildcard
  if (!name.startsWith(first)) return false
  const last = rest.pop() ?? ''
  let at = first.length
  for (const part of rest) {
    const found = name.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}

/** Whether a webhook wants to hear of pushes to a branch. */
export const wantsBranch = (
  { patterns }: { readonly patterns: Patterns },
  { branchFilter, branchFilterStrategy }: Pick<WebhookDetails, 'branchFilter' | 'branchFilterStrategy'>,
  branch: string,
): boolean => {
  if (branchFilter === null || branchFilter === '' || branchFilterStrategy === 'all_branches') return true
  return branchFilterStrategy === 'regex'
    ? (patterns.compile(branchFilter)?.test(branch) ?? false)
    : fitsWildcard(branchFilter, branch)
}
