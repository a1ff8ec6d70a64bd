import { ACCESS, type AccessLevel } from '../../../access/access-level.js'
import type { AccessGrant, ApprovalRule } from './access-levels.js'
import type { ProtectionTerms } from './aggregate.js'

/** The approvals that a blocked deployment requires. */
export type ApprovalRequirement =
  | { readonly mode: 'unified'; readonly required: number }
  | { readonly mode: 'rules'; readonly rules: ReadonlyArray<{ readonly id: number; readonly required: number }> }

/** All approval rules of the protections, in stored order: the project's before those of its groups. */
export const rulesOf = (protections: ReadonlyArray<ProtectionTerms>): ReadonlyArray<ApprovalRule> =>
  protections.flatMap(({ rules }) => rules)

/** The required approvals: all rules where there are any, else the highest count; undefined where none are required. */
export const requirementOf = (protections: ReadonlyArray<ProtectionTerms>): ApprovalRequirement | undefined => {
  const rules = rulesOf(protections).map(({ id, requiredApprovals }) => ({ id, required: requiredApprovals }))
  if (rules.length > 0) return { mode: 'rules', rules }
  const required = Math.max(0, ...protections.map(({ requiredApprovals }) => requiredApprovals))
  return required === 0 ? undefined : { mode: 'unified', required }
}

/** The facts about a user that a protection depends on. */
export interface UserFacts {
  readonly userId: number
  readonly admin: boolean
  /** The effective role in the project. */
  readonly level: AccessLevel
  /** Direct membership of a group. */
  readonly isMemberOf: (groupId: number) => boolean
}

/** Whether an access grant covers the user; administrators are always covered. */
export const matchesAccessGrant = ({ accessLevel, userId, groupId }: AccessGrant, person: UserFacts): boolean => {
  if (person.admin) return true
  if (accessLevel !== null) return accessLevel < ACCESS.admin && person.level >= accessLevel
  if (userId !== null) return userId === person.userId
  return groupId !== null && person.isMemberOf(groupId)
}

/** Whether the user may deploy: every applicable protection allows it. */
export const mayDeploy = (protections: ReadonlyArray<ProtectionTerms>, person: UserFacts): boolean =>
  protections.every(({ deployAccess }) => deployAccess.some((one) => matchesAccessGrant(one, person)))
