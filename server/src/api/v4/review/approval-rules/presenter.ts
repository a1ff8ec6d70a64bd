import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import { groupById } from '@forgefold/core/domains/projects/group'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import { protectionsOfProject } from '@forgefold/core/domains/projects/protected-branch'
import {
  type ApprovalRule,
  type ApprovalRuleRow,
  type EvaluatedRuleType,
  seesGroup,
} from '@forgefold/core/domains/review/approval-rule'
import {
  approvalState,
  eligibleApprovers,
  type MergeRequestRow,
  type MergeRequestRule,
  type RuleSource,
  sourceRuleOf,
} from '@forgefold/core/domains/review/merge-request'
import { releaseHas } from '@forgefold/core/releases'
import { userSummary } from '../../identity/users/presenter.js'
import { presentGroup } from '../../projects/groups/presenter.js'
import { presentProtectedBranch } from '../../projects/protected-refs/presenter.js'

/** The caller and the project for which rules are presented. */
export interface RuleView {
  readonly forge: Forge
  readonly principal: Principal
  readonly project: ProjectRow
}

const users = (forge: Forge, ids: ReadonlyArray<number>) => ids.map((id) => userSummary(forge, id))

/** The groups of a rule that the caller may see. */
export const presentRuleGroups = ({ forge, principal }: RuleView, groupIds: ReadonlyArray<number>) =>
  groupIds
    .filter((id) => seesGroup(forge, principal, id))
    .flatMap((id) => groupById(forge, id) ?? [])
    .map((group) => ({
      ...presentGroup(group, forge.instance),
      ldap_cn: null,
      ldap_access: null,
    }))

type Shown = Omit<ApprovalRule, 'id' | 'type'> & { readonly id: number | null; readonly type: EvaluatedRuleType }

const presentCommon = (view: RuleView, rule: Shown, eligibleIds: ReadonlyArray<number>) => {
  const { forge, principal } = view
  const existing = rule.groupIds.filter((id) => groupById(forge, id) !== undefined)
  return {
    id: rule.id,
    name: rule.name,
    rule_type: rule.type,
    eligible_approvers: users(forge, eligibleIds),
    approvals_required: rule.required,
    users: users(forge, rule.userIds),
    groups: presentRuleGroups(view, existing),
    contains_hidden_groups: existing.some((id) => !seesGroup(forge, principal, id)),
  }
}

/** A rule of a project, with the protected branches that it applies to. */
export const presentProjectRule = (view: RuleView, rule: ApprovalRuleRow) => {
  const { forge, project } = view
  const protections = protectionsOfProject(forge, project.id)
  const meant = protections.filter(({ id }) => rule.allProtectedBranches || rule.protectedBranchIds.includes(id))
  return Object.assign(presentCommon(view, rule, eligibleApprovers(forge, project, rule)), {
    protected_branches: meant.map((row) => presentProtectedBranch(forge, view.principal, row)),
    ...(releaseHas('approval_rule.applies_to_all_protected_branches', forge.instance.release)
      ? { applies_to_all_protected_branches: rule.allProtectedBranches }
      : {}),
  })
}

const presentSource = (source: RuleSource | null) => ({
  source_rule: source === null ? null : { approvals_required: source.required },
  overridden: source?.overridden ?? false,
})

/** A rule that replaces the project's in a merge request. */
export const presentMergeRequestRule = (view: RuleView, request: MergeRequestRow, rule: ApprovalRuleRow) => ({
  ...presentCommon(view, rule, eligibleApprovers(view.forge, view.project, rule, request)),
  ...presentSource(sourceRuleOf(view.forge, view.project.id, rule)),
})

const presentEvaluated = (view: RuleView, rule: MergeRequestRule) => ({
  ...presentCommon(view, rule, rule.eligibleIds),
  ...presentSource(rule.source),
  approved_by: users(view.forge, rule.verdict.approvedBy),
  approved: rule.verdict.approved,
})

/** Every rule that a merge request has to meet, with its approvals. */
export const presentApprovalState = (view: RuleView, request: MergeRequestRow) => {
  const state = approvalState(view.forge, view.project, request)
  return {
    approval_rules_overwritten: state.overwritten,
    rules: state.rules.map((rule) => presentEvaluated(view, rule)),
  }
}
