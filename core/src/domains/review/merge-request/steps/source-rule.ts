import type { Forge } from '../../../../app/forge.js'
import type { ApprovalRule } from '../../approval-rule/rule.js'

/** The project's rule that a merge request's own one replaces. */
export interface RuleSource {
  readonly required: number
  /** The merge request's rule differs from it. */
  readonly overridden: boolean
}

const sameIds = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): boolean =>
  a.length === b.length && a.every((id) => b.includes(id))

/** The project's rule that a rule of a merge request replaces; null where there is none. */
export const sourceRuleOf = (
  forge: Forge,
  projectId: number,
  rule: Pick<ApprovalRule, 'name' | 'required' | 'userIds' | 'groupIds' | 'sourceRuleId'>,
): RuleSource | null => {
  if (rule.sourceRuleId === null) return null
  const source = forge.read.approvalRules.ofProject(projectId).find(({ id }) => id === rule.sourceRuleId)
  if (source === undefined) return null
  const overridden =
    source.name !== rule.name ||
    source.required !== rule.required ||
    !sameIds(source.userIds, rule.userIds) ||
    !sameIds(source.groupIds, rule.groupIds)
  return { required: source.required, overridden }
}
