import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import type {
  AccessGrant,
  ApprovalRule,
  ProtectedEnvironmentRow,
} from '@forgefold/core/domains/delivery/protected-environment'
import { describe } from '@forgefold/core/domains/delivery/protected-environment'
import { releaseHas } from '@forgefold/core/releases'

const designeeOf = (forge: Forge, principal: Principal, one: AccessGrant) => ({
  ...(releaseHas('protected_environments.entry_ids', forge.instance.release) ? { id: one.id } : {}),
  access_level: one.accessLevel,
  access_level_description: describe(forge, principal, one),
  user_id: one.userId,
  group_id: one.groupId,
})

/** An approval rule, as protections and summaries show it. */
export const presentRule = (forge: Forge, principal: Principal, rule: ApprovalRule) => ({
  ...designeeOf(forge, principal, rule),
  required_approvals: rule.requiredApprovals,
})

/** A protected environment of a project or group (docs/reference/behaviour/delivery.md#protected-environments). */
export const presentProtectedEnvironment = (forge: Forge, principal: Principal, row: ProtectedEnvironmentRow) => ({
  name: row.name,
  deploy_access_levels: row.deployAccess.map((one) => designeeOf(forge, principal, one)),
  ...(releaseHas('protected_environment.required_approval_count', forge.instance.release)
    ? { required_approval_count: row.requiredApprovals }
    : {}),
  ...(releaseHas('protected_environment.approval_rules', forge.instance.release)
    ? { approval_rules: row.rules.map((rule) => presentRule(forge, principal, rule)) }
    : {}),
})
