import { arrayOf, type Fields, inRelease, integer, maybe, record, type Shape, text } from '../../shape.js'

const designeeFields: Fields = {
  id: inRelease('protected_environments.entry_ids', integer),
  access_level: maybe(integer),
  access_level_description: text,
  user_id: maybe(integer),
  group_id: maybe(integer),
}

/** An approval rule of a protection, as protections and deployments show it. */
export const protectionRuleFields: Fields = { ...designeeFields, required_approvals: integer }

/** A protected environment of a project or group (docs/reference/behaviour/delivery.md#protected-environments). */
export const protectedEnvironmentShape: Shape = record('ProtectedEnvironment', {
  name: text,
  deploy_access_levels: arrayOf(record('DeployAccessLevel', designeeFields)),
  required_approval_count: inRelease('protected_environment.required_approval_count', integer),
  approval_rules: inRelease(
    'protected_environment.approval_rules',
    arrayOf(record('ApprovalRule', protectionRuleFields)),
  ),
})
