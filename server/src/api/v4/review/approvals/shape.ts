import { userCardShape } from '../../identity/users/shape.js'
import { groupFields } from '../../projects/groups/shape.js'
import { protectedBranchShape } from '../../projects/protected-refs/shape.js'
import {
  arrayOf,
  boolean,
  type Fields,
  inRelease,
  instant,
  integer,
  maybe,
  nothing,
  oneOf,
  paid,
  record,
  type Shape,
  text,
} from '../../shape.js'

const ruleGroupShape = record('ApprovalRuleGroup', { ...groupFields, ldap_cn: nothing, ldap_access: nothing })
const ruleType = oneOf(['regular', 'any_approver', 'code_owner', 'report_approver'])

const ruleFields: Fields = {
  id: integer,
  name: text,
  rule_type: ruleType,
  eligible_approvers: arrayOf(userCardShape),
  approvals_required: integer,
  users: arrayOf(userCardShape),
  groups: arrayOf(ruleGroupShape),
  contains_hidden_groups: boolean,
}

/** A rule of a project: how many approvals by whom it requires (docs/reference/behaviour/review.md#approvals). */
export const projectRuleShape: Shape = record('ProjectApprovalRule', {
  ...ruleFields,
  protected_branches: arrayOf(protectedBranchShape),
  applies_to_all_protected_branches: inRelease('approval_rule.applies_to_all_protected_branches', boolean),
})

const mergeRequestRuleFields: Fields = {
  ...ruleFields,
  source_rule: maybe(record('ApprovalSourceRule', { approvals_required: integer })),
  overridden: boolean,
}

/** A rule that replaces the project's in a merge request. */
export const mergeRequestRuleShape: Shape = record('MergeRequestApprovalRule', mergeRequestRuleFields)

/** Every rule that a merge request has to meet, with its approvals. */
export const approvalStateShape: Shape = record('ApprovalState', {
  approval_rules_overwritten: boolean,
  rules: arrayOf(
    record('JudgedApprovalRule', {
      ...mergeRequestRuleFields,
      id: maybe(integer),
      approved_by: arrayOf(userCardShape),
      approved: boolean,
    }),
  ),
})

const givenFields: Fields = {
  user_has_approved: boolean,
  user_can_approve: boolean,
  approved: boolean,
  approved_by: arrayOf(record(undefined, { user: userCardShape })),
}

const openRuleShape = record(undefined, { id: maybe(integer), name: text, rule_type: ruleType })

/** The approvals of a merge request (docs/reference/behaviour/review.md#approvals). */
export const approvalsShape: Shape = record('MergeRequestApprovals', {
  id: paid(integer),
  iid: paid(integer),
  project_id: paid(integer),
  title: paid(text),
  description: paid(maybe(text)),
  state: paid(text),
  created_at: paid(instant),
  updated_at: paid(instant),
  merge_status: paid(text),
  approvals_required: paid(integer),
  approvals_left: paid(integer),
  require_password_to_approve: paid(maybe(boolean)),
  ...givenFields,
  suggested_approvers: paid(arrayOf(userCardShape)),
  approvers: paid(arrayOf(record(undefined, { user: userCardShape }))),
  approver_groups: paid(arrayOf(record(undefined, { group: ruleGroupShape }))),
  approval_rules_left: paid(arrayOf(openRuleShape)),
  has_approval_rules: paid(boolean),
  merge_request_approvers_available: paid(boolean),
  multiple_approval_rules_available: paid(boolean),
})

/** The approval settings of a project. */
export const approvalSettingsShape: Shape = record('ApprovalSettings', {
  approvers: arrayOf(record(undefined, { user: userCardShape })),
  approver_groups: arrayOf(record(undefined, { group: ruleGroupShape })),
  approvals_before_merge: integer,
  reset_approvals_on_push: boolean,
  disable_overriding_approvers_per_merge_request: maybe(boolean),
  merge_requests_author_approval: maybe(boolean),
  merge_requests_disable_committers_approval: maybe(boolean),
  require_password_to_approve: maybe(boolean),
  selective_code_owner_removals: inRelease('project.selective_code_owner_removals', boolean),
})
