import type { ApprovalRule } from './access-levels.js'
import type { ProtectionTerms } from './aggregate.js'

/** What has to be approved before a blocked deployment may go on. */
export type ApprovalRequirement =
  | { readonly mode: 'unified'; readonly required: number }
  | { readonly mode: 'rules'; readonly rules: ReadonlyArray<{ readonly id: number; readonly required: number }> }

/** All approval rules of the protections, in stored order: the project's before those of its groups. */
export const rulesOf = (protections: ReadonlyArray<ProtectionTerms>): ReadonlyArray<ApprovalRule> =>
  protections.flatMap(({ rules }) => rules)

/** What has to be approved: all rules where there are any, else the highest count; undefined where nothing has to be. */
export const requirementOf = (protections: ReadonlyArray<ProtectionTerms>): ApprovalRequirement | undefined => {
  const rules = rulesOf(protections).map(({ id, requiredApprovals }) => ({ id, required: requiredApprovals }))
  if (rules.length > 0) return { mode: 'rules', rules }
  const required = Math.max(0, ...protections.map(({ requiredApprovals }) => requiredApprovals))
  return required === 0 ? undefined : { mode: 'unified', required }
}
